-- A version of firmware that a person writes, in a form or with a workbook, is not what the terminal has told of itself: whoever changes the version and
-- says nothing of who told it, has typed it.
create function forget_who_told_firmware() returns trigger language plpgsql as $$
begin
  new.fw_told_by := null;
  new.fw_told_at := null;
  return new;
end $$;
create trigger firmware_typed before update of fw_version on device for each row
  when (old.fw_version is distinct from new.fw_version and (old.fw_told_by, old.fw_told_at) is not distinct from (new.fw_told_by, new.fw_told_at))
  execute function forget_who_told_firmware();
create trigger firmware_typed before update of fw_version on portable_device for each row
  when (old.fw_version is distinct from new.fw_version and (old.fw_told_by, old.fw_told_at) is not distinct from (new.fw_told_by, new.fw_told_at))
  execute function forget_who_told_firmware();
