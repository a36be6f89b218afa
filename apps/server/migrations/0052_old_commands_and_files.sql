-- Commands and files of terminals go when their company keeps positions no longer: what repeats an old command stays, and what is looked for has an index.
alter table device_command drop constraint device_command_retry_of_fkey;
alter table device_command add constraint device_command_retry_of_fkey foreign key (retry_of) references device_command on delete set null;
create index device_command_retry on device_command (retry_of) where retry_of is not null;
create index device_command_created on device_command (client_id, created_at);
create index terminal_file_taken on terminal_file (client_id, taken_at);
create index terminal_file_file on terminal_file (file_id) where file_id is not null;
