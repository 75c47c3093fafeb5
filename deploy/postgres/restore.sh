#!/bin/sh
# restore.sh FOLDER DATA [TIME]: copies the newest base backup in FOLDER (the newest before TIME, such as 2026-11-21T14:30:00Z)
# to the new data folder DATA. PostgreSQL, started on it, replays the log in FOLDER/wal to its end or to TIME, then serves.
set -eu
folder=$(cd "$1" && pwd)
data=$2
time=${3:-}
if [ -e "$data" ]; then
  echo "$data exists. Name a folder that does not: nothing was changed." >&2
  exit 1
fi
stamp=$(echo "${time:-9999}" | tr -d ':-')
base=
for each in $(ls -d "$folder"/base-* | sort); do
  if [ "$(printf '%s\n%s\n' "${each##*/base-}" "$stamp" | sort | head -n 1)" = "${each##*/base-}" ]; then base=$each; fi
done
if [ -z "$base" ]; then
  echo "There is no base backup in $folder${time:+ from before $time}. Nothing was changed." >&2
  exit 1
fi
cp -R "$base" "$data"
chmod 700 "$data"
{
  # The newest file is still being written and ends in .partial.
  echo "restore_command = 'cp \"$folder/wal/%f\" \"%p\" 2>/dev/null || cp \"$folder/wal/%f.partial\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$data holds ${base##*/}. Start PostgreSQL on it."
