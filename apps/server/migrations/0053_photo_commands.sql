-- Photos on order (0x8801).
alter table device_command drop constraint device_command_kind;
alter table device_command add constraint device_command_kind check (kind in ('text', 'locate', 'track', 'properties', 'readParams', 'setParams',
  'confirmAlarms', 'doors', 'photo', 'call', 'listen', 'restart', 'raw', 'cut', 'restore'));
