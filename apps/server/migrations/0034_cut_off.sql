-- How terminals of a model cut fuel and power off and on again: makers do it in ways of their own. `8105:F0` is a code of terminal control, `8300:RELAY,1#`
-- a text, `8900:F0:0102` transparent data of a type; null: the model cannot.
alter table device_model add column cut_command text;
alter table device_model add column restore_command text;
