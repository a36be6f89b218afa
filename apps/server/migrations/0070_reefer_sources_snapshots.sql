-- By what a reefer tells whether it runs and what it is set to, and the camera that looks at a door (resources.md 1.5). Sets over time have them in
-- `probe_version.probes`.
alter table probe
  add column snap_channel smallint check (snap_channel between 1 and 8),
  add column on_source text,
  add column set_source text,
  add column chiller_protocol text,
  add constraint probe_snap_kind check (snap_channel is null or kind = 'door'),
  add constraint probe_source_kind check (num_nonnulls(on_source, set_source, chiller_protocol) = 0 or kind = 'chiller');
