#!/bin/sh
# base-backup.sh URL FOLDER [KEEP]: copies the running PostgreSQL into FOLDER/base-…, keeps the newest KEEP (2) copies, and
# deletes from FOLDER/wal what the oldest copy does not need. See docs/runbooks/postgres-continuous-backup.md.
set -eu
url=$1
folder=$2
keep=${3:-2}
name=base-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$folder/wal"
rm -rf "$folder"/.base-*
pg_basebackup --dbname="$url" --pgdata="$folder/.$name" --checkpoint=fast --no-password
mv "$folder/.$name" "$folder/$name"
ls -d "$folder"/base-* | sort -r | tail -n +$((keep + 1)) | while read -r old; do rm -rf "$old"; done
oldest=$(ls -d "$folder"/base-* | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$folder/wal" "$first"
