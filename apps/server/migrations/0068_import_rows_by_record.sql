-- Taking an import back looks for earlier imports of the same records: without this each of 10,000 lines read all the others.
create index import_run_row_entity on import_run_row (entity_id, run_id);
