-- The kinds of commands (commandKind): a row of another one could not be shown. A new kind comes with a migration that names it here.
alter table device_command add constraint device_command_kind check (kind in ('text', 'locate', 'track', 'properties', 'readParams', 'setParams',
  'confirmAlarms', 'doors', 'call', 'listen', 'restart', 'raw', 'cut', 'restore'));
