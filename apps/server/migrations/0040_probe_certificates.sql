-- Which probe hangs on a wire, and the certificate of its calibration (resources.md 1.5): the register of a quality manager.
alter table probe
  add column sn text,
  add column cert_no text,
  add column cert_end date;
