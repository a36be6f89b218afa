-- Reports that are sent by the day, week or month come as PDF too.
alter table report_subscription drop constraint report_subscription_format_check;
alter table report_subscription add constraint report_subscription_format_check check (format in ('xlsx', 'csv', 'pdf'));
