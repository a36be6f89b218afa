-- The provider's staff give every command word of terminal control (0x8105), not the restart alone.
alter table device_command drop constraint device_command_kind;
alter table device_command add constraint device_command_kind check (kind in ('text', 'locate', 'track', 'properties', 'readParams', 'setParams',
  'confirmAlarms', 'doors', 'photo', 'call', 'listen', 'restart', 'raw', 'cut', 'restore', 'question', 'events', 'infoMenu', 'info', 'driverCard', 'areas',
  'recorderRead', 'recorderWrite', 'mediaSearch', 'mediaUpload', 'sound', 'custom', 'upgrade', 'control'));
