-- A step may be entered after it happened (late points, a phone without network, a departure that is entered by hand): when it happened, null when that is `at`.
alter table tms_operation_log add column event_at timestamptz;
