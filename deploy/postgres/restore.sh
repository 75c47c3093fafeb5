#!/bin/sh
# restore.sh FOLDER DATA [TIME]: copies the newest base backup in FOLDER (the newest before TIME, such as 2026-11-21T14:30:00Z)
# to the new data folder DATA. PostgreSQL, started on it, replays the log in FOLDER/wal to its end or to TIME, then serves.
# Run it as the user that PostgreSQL runs as: whoever cannot read the log would lose what is in it without a word.
set -eu
folder=$(cd "$1" && pwd)
data=$2
time=${3:-}
refuse() {
  echo "$1 Nothing was changed." >&2
  exit 1
}
if [ -e "$data" ]; then refuse "$data exists. Name a folder that does not."; fi
for each in "$folder"/base-* "$folder"/wal "$folder"/wal/*; do
  if [ -e "$each" ] && [ ! -r "$each" ]; then refuse "$(id -un) cannot read $each. Make it the owner of $folder: chown -R $(id -un) $folder"; fi
done
stamp=$(echo "${time:-9999}" | tr -d ':-')
base=
for each in $(ls -d "$folder"/base-* | sort); do
  if [ "$(printf '%s\n%s\n' "${each##*/base-}" "$stamp" | sort | head -n 1)" = "${each##*/base-}" ]; then base=$each; fi
done
if [ -z "$base" ]; then refuse "There is no base backup in $folder${time:+ from before $time}."; fi
copy=$data.part
rm -rf "$copy"
cp -R "$base" "$copy"
chmod 700 "$copy"
{
  # The newest file is still being written and ends in .partial.
  echo "restore_command = 'cp \"$folder/wal/%f\" \"%p\" 2>/dev/null || cp \"$folder/wal/%f.partial\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; fi
} >> "$copy/postgresql.auto.conf"
touch "$copy/recovery.signal"
mv "$copy" "$data"
if [ "$(id -u)" = 0 ]; then echo "PostgreSQL does not run as root: make its user the owner of $data and able to read $folder."; fi
echo "$data holds ${base##*/}. Start PostgreSQL on it."
