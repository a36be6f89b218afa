-- A portable recorder is held as a terminal is, by the number that the gateway knows it by: it is out of the terminals' sequence and has no row in device.
-- What is deleted leaves with its session.
alter table terminal_holder drop constraint terminal_holder_device_id_fkey;
