-- Checksums (CRC-32) of the packages of a long message beside their serials: after a reboot a terminal may send another photo with the same serials, whose
-- packages would count as being here. Null: the package is missing, or came before this.
alter table split_message add column sums int[] not null default '{}';
