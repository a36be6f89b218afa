-- Commands for the driver's menu, and for what terminals have in their memory: areas, the driving recorder, photos and sounds.
alter table device_command drop constraint device_command_kind;
alter table device_command add constraint device_command_kind check (kind in ('text', 'locate', 'track', 'properties', 'readParams', 'setParams',
  'confirmAlarms', 'doors', 'photo', 'call', 'listen', 'restart', 'raw', 'cut', 'restore', 'question', 'events', 'infoMenu', 'info', 'areas',
  'recorderRead', 'recorderWrite', 'mediaSearch', 'mediaUpload', 'sound', 'custom', 'upgrade'));

-- Whether fuel and power are cut only after a second person of the company has agreed.
alter table client add column cut_needs_review boolean not null default false;

-- A recording of frames stays with the company that made it; the register does not list its terminal any more when that was given away.
alter table frame_trace add column terminal_no text not null default '';
update frame_trace t set terminal_no = d.terminal_no from device d where d.id = t.device_id;
