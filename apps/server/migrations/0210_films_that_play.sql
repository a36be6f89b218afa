-- Terminals send raw films (H.264, H.265), which no browser plays: beside each lies the same as MP4.
alter table terminal_file add column film_id bigint references file;
create index terminal_file_film on terminal_file (film_id) where film_id is not null;
