-- Rows at the tables of release 0.1.0, written by npm run release:db; never edited.
copy abnormal_report ("id", "client_id", "org_id", "abnormal_code", "waybill_id", "order_ids", "abnormal_type", "abnormal_level", "occurred_at", "address", "lng", "lat", "description", "file_ids", "affect_pieces", "loss_fen", "report_source", "report_user_id", "report_user", "abnormal_status", "handler_id", "duty", "duty_name", "handle_result", "handle_file_ids", "claim_fen", "accepted_at", "handled_at", "closed_at", "episode_id", "once_key", "version", "created_at", "updated_by", "updated_at") from stdin;
1001	101	116	YC26112200001	1010	{243}	1	2	2026-11-22 03:42:54+00		\N	\N	卸货时发现外箱破损3箱，货物受潮，收货人拒收破损箱	{}	3	\N	1	\N	司机	0	\N	\N	\N	\N	{}	\N	\N	\N	\N	\N	\N	1	2026-11-22 03:48:54+00	\N	2026-11-22 18:15:54.622415+00
1012	101	117	YC26112200012	1005	{}	99	1	2026-11-21 12:01:03.77+00		\N	\N	误报：车辆按计划停车休息	{}	\N	\N	2	\N	尤佳	8	\N	\N	\N	\N	{}	\N	2026-11-21 12:07:03.77+00	\N	2026-11-21 17:07:03.77+00	\N	\N	1	2026-11-21 12:07:03.77+00	\N	2026-11-22 18:15:54.622415+00
1004	101	114	YC26112200004	1019	{245}	2	1	2026-11-22 03:14:51+00		\N	\N	到站清点少2件，装车照片显示件数齐全，正在核对	{}	2	\N	2	\N	尤佳	1	\N	\N	\N	\N	{}	\N	2026-11-22 03:20:51+00	\N	\N	\N	\N	1	2026-11-22 03:20:51+00	\N	2026-11-22 18:15:54.622415+00
1006	101	115	YC26112200006	1007	{}	7	3	2026-11-22 02:37:07.5+00		\N	\N	冷机报故障停机，已就近联系维修点	{}	\N	\N	3	\N	系统	1	\N	\N	\N	\N	{}	\N	2026-11-22 02:43:07.5+00	\N	\N	\N	\N	1	2026-11-22 02:43:07.5+00	\N	2026-11-22 18:15:54.622415+00
1008	101	114	YC26112200008	1017	{}	10	1	2026-11-21 01:32:27.321+00		\N	\N	收货电话无人接听，地址有误，已联系客户更正	{}	\N	\N	2	\N	尤佳	2	\N	3	\N	已与客户确认，按约定处理	{}	\N	2026-11-21 01:38:27.321+00	2026-11-21 04:38:27.321+00	\N	\N	\N	1	2026-11-21 01:38:27.321+00	\N	2026-11-22 18:15:54.622415+00
\.

copy alarm_handle ("id", "client_id", "episode_id", "action", "status_before", "status", "ways", "remark", "file_ids", "user_id", "user_name", "at") from stdin;
990001	990001	990001	handle	1	1	{}		{}	\N	ZZFOREIGNuser_name	2026-11-22 18:16:02.040301+00
\.

copy alarm_inbox ("event_id", "client_id") from stdin;
990001	990001
\.

copy alarm_rule ("id", "client_id", "kind", "name", "level", "enabled", "scope", "target_ids", "exclude_ids", "period", "valid_from", "valid_until", "params", "remark", "version", "created_at", "created_by", "updated_at", "updated_by", "deleted_at") from stdin;
1001	101	temperature	冷冻车超温（旧）	2	f	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"delayS": 600, "probes": [{"lower": null, "upper": -15, "channel": 1}], "combine": "any", "lostTimes": null, "severeMin": 60, "defrostMin": 0, "hysteresis": 0.5, "skipAccOff": false, "skipInSite": false, "severeAbove": 5, "afterDoorMin": 0, "ordinaryAbove": 2, "skipPreCooling": false}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1010	101	zone	大学城限速	2	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"minutes": 60, "trigger": "speed", "arriveBy": "18:00", "limitKmh": 60, "placeIds": ["352"], "durationS": 30, "arriveFrom": "00:00"}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1014	101	door	在途站外开门	2	t	1	{}	{}	{"spans": [], "weekdays": [], "inTransit": true}	\N	\N	{"doors": [], "openMin": null, "outside": true, "closedTo": null, "outsideM": 300, "placeIds": [], "movingKmh": null, "closedFrom": null}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1015	101	door	开门过久	1	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"doors": [], "openMin": 60, "outside": false, "closedTo": null, "outsideM": 100, "placeIds": [], "movingKmh": null, "closedFrom": null}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1019	101	speed	高速超速	2	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"roads": [], "nightTo": "06:00", "warnKmh": 0, "limitKmh": 90, "durationS": 30, "nightFrom": "22:00", "placeLimits": true, "nightPercent": 100}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1002	101	timeliness	运单准点	2	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"lateMin": 30, "lineKmh": 55, "stayMin": null, "earlyMin": 120, "legMaxMin": 720, "etaWarnMin": 60, "leaveLateMin": null}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1005	101	fault	车辆故障	2	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"faults": ["lowVoltage", "tyre", "underVoltage"], "voltageV": 11, "durationS": 60}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1009	101	zone	早班未到中心	2	t	3	{90035}	{}	{"spans": [], "weekdays": []}	\N	\N	{"minutes": 60, "trigger": "absent", "arriveBy": "09:00", "limitKmh": 30, "placeIds": ["353"], "durationS": 10, "arriveFrom": "00:00"}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
1021	101	humidity	冷藏箱湿度	1	t	3	{90006,90009,90012,90015,90019,90022,90025,90026,90031,90033,90036,90040,90046,90058}	{}	{"spans": [], "weekdays": []}	\N	\N	{"delayS": 900, "probes": [{"lower": 72, "upper": null, "channel": 1}], "combine": "any", "lostTimes": null, "severeMin": 60, "hysteresis": 3, "skipAccOff": false, "skipInSite": false, "severeAbove": 5, "afterDoorMin": 0, "ordinaryAbove": 2}		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
990001	990001	ZZFOREIGNkind	ZZFOREIGNname	2	t	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{}		1	2026-11-22 18:16:01.776448+00	\N	2026-11-22 18:16:01.776448+00	\N	\N
\.

copy alarm_rule_version ("id", "client_id", "rule_id", "version", "during", "kind", "level", "scope", "target_ids", "exclude_ids", "period", "valid_from", "valid_until", "params", "name", "changed_by") from stdin;
9	101	1010	1	(,)	zone	2	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"minutes": 60, "trigger": "speed", "arriveBy": "18:00", "limitKmh": 60, "placeIds": ["352"], "durationS": 30, "arriveFrom": "00:00"}	大学城限速	151
14	101	1015	1	(,)	door	1	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"doors": [], "openMin": 60, "outside": false, "closedTo": null, "outsideM": 100, "placeIds": [], "movingKmh": null, "closedFrom": null}	开门过久	151
1	101	1002	1	(,)	timeliness	2	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"lateMin": 30, "lineKmh": 55, "stayMin": null, "earlyMin": 120, "legMaxMin": 720, "etaWarnMin": 60, "leaveLateMin": null}	运单准点	151
4	101	1005	1	(,)	fault	2	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{"faults": ["lowVoltage", "tyre", "underVoltage"], "voltageV": 11, "durationS": 60}	车辆故障	151
8	101	1009	1	(,)	zone	2	3	{90035}	{}	{"spans": [], "weekdays": []}	\N	\N	{"minutes": 60, "trigger": "absent", "arriveBy": "09:00", "limitKmh": 30, "placeIds": ["353"], "durationS": 10, "arriveFrom": "00:00"}	早班未到中心	151
23	990001	990001	1	["2026-11-22 18:16:01.776448+00",)	ZZFOREIGNkind	2	1	{}	{}	{"spans": [], "weekdays": []}	\N	\N	{}	ZZFOREIGNname	\N
\.

copy app_user ("id", "client_id", "org_id", "account_code", "name", "phone", "email", "head_img", "pwd_hash", "must_change_pwd", "is_primary", "org_type", "is_super", "status", "perm_version", "last_login_at", "data_scope", "expire_date", "wx_openid", "wx_bound_at", "driver_id", "carrier_id", "customer_id", "pwd_changed_at", "remark", "version", "created_at", "created_by", "updated_at", "updated_by", "deleted_at") from stdin;
160	103	131	caiwu	财务审核	13800138010	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$8gVaDKBtwOw+UN4HDJw+bA$tbPVgdMQj4CbVPAgOlsNX2r6wDmJGpG1r3+t0js73x8	f	f	0	f	1	1	\N	1	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
231	101	111	linhao	林浩	13800138100	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	1	f	1	1	2026-11-21 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
232	101	114	ganxian	赵磊	13800138101	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-20 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
236	101	115	cpdd2	郑凯	13800138105	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-16 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
237	101	116	gzdd	冯雪	13800138106	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-15 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
239	101	113	hnjl	卫东	13800138108	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-13 04:00:00+00	1	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
152	101	111	tms	赵文静	13800138002	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$nHf3RjkA7oij4dMpkxvHTw$w4n9vx44otli2RZT/pxjWXZ4rKdAtmngqOEvN8JwFGo	f	f	0	f	1	1	\N	1	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
240	101	211	qpzd1	蒋勇	13800138109	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-21 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
242	101	212	szzd	韩梅	13800138111	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-19 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
243	101	213	caiwu1	杨丽	13800138112	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-18 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
245	101	214	xinxi	秦川	13800138114	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-16 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
246	101	112	kefu1	尤佳	13800138115	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-15 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
247	101	113	kefu2	许诺	13800138116	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	0	1	\N	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
248	101	114	siji1	何平	13800138117	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-13 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
249	101	111	shunda	吕顺	13800138118	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-21 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
153	101	111	diaodu	王志强	13800138003	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	\N	1	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
250	101	214	jiankong	施安	13800138119	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	2026-11-20 04:00:00+00	4	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-05-06 04:00:00+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
151	101	111	demo	管理员	13800138001	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	t	1	f	1	1	\N	1	\N	demo-151	2026-11-22 18:16:00.741+00	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
154	101	111	zhiliang	李雪梅	13800138004	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	\N	1	\N	demo-154	2026-11-22 18:16:00.742+00	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	990001	ZZFOREIGNaccount_code	ZZFOREIGNname	\N	\N	\N	!	f	f	0	f	1	1	\N	\N	\N	\N	\N	\N	\N	\N	2026-11-22 18:16:01.97161+00		1	2026-11-22 18:16:01.97161+00	\N	2026-11-22 18:16:01.97161+00	\N	\N
155	101	112	chedui	陈国栋	13800138005	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	\N	1	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
156	101	111	kehu	周明	13800138006	\N	\N	$argon2id$v=19$m=19456,t=2,p=1$QVHoSpGaQUrqp86snmuVpA$njcizeAhDVf+Z/KurmRfG55mQwhuqP0MBR9ktzMxTpM	f	f	0	f	1	1	\N	3	\N	\N	\N	\N	\N	\N	2026-11-22 18:15:54.622415+00		1	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy arrival_record ("id", "client_id", "waybill_id", "stop_seq", "arrive_at", "source", "seal_no_seen", "seal_ok", "box_temp_c", "lines", "remark", "check_user", "file_ids", "probe_temp_c", "box_temp_reason", "created_at", "created_by") from stdin;
990001	990001	990001	1	2026-11-22 18:16:01.972309+00	1	\N	\N	\N	[]			{}	\N	\N	2026-11-22 18:16:01.972309+00	\N
\.

copy bluetooth_lock ("id", "client_id", "org_id", "lock_no", "mac", "model", "vehicle_id", "door_pos", "lock_status", "battery_pct", "fw_version", "last_action", "last_way", "last_user", "last_time", "lng", "lat", "service_end", "model_id", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
521	101	112	LS268001	C4:5B:BE:10:2A:10	BL-2	90020	后门	1	60	V1.4.2	0	1	曹明亮	2026-11-22 03:00:00+00	\N	\N	2027-12-27	406		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
523	101	112	LS268003	C4:5B:BE:10:2A:12	BL-2	90022	后门	2	70	V1.4.2	1	1	曾庆林	2026-11-22 01:00:00+00	\N	\N	2027-12-27	406		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
525	101	112	LS268005	C4:5B:BE:10:2A:14	BL-2	90024	后门	1	14	V1.4.2	0	1	田福来	2026-11-21 23:00:00+00	\N	\N	2027-12-27	406		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
526	101	112	LS268006	C4:5B:BE:10:2A:15	BL-2	\N	\N	0	85	V1.4.2	0	1	董大海	2026-11-21 22:00:00+00	\N	\N	2027-12-27	406		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	990001	ZZFOREIGNlock_no	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:16:01.973513+00	2026-11-22 18:16:01.973513+00	\N	\N
\.

copy calc_setting ("id", "client_id", "version", "during", "params", "created_by", "created_at") from stdin;
990001	990001	1	["2026-11-22 18:16:01.789886+00",)	{}	\N	2026-11-22 18:16:01.789886+00
\.

copy card ("id", "client_id", "card_no", "card_type", "driver_id", "owner_name", "writer_no", "card_status", "written_by", "written_at", "last_swipe_at", "last_swipe_plate", "replaced_by", "store_id", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
1001	101	0A1B2C00	2	201	张建军	XK-01	1	151	2026-09-23 04:00:00+00	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1018	101	0A1B3915	2	218	冯学军	XK-01	1	151	2026-09-06 04:00:00+00	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1025	101	0A1B3E78	2	225	董大海	XK-01	1	151	2026-08-30 04:00:00+00	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1039	101	0A1B493E	3	\N	保安室	XK-01	1	151	2026-08-16 04:00:00+00	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1032	101	0A1B43DB	1	\N	盒鲜生上海闵行2店	XK-01	1	151	2026-08-23 04:00:00+00	\N	\N	\N	502		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1033	101	0A1B44A0	1	\N	百味超市上海长宁3店	XK-01	1	151	2026-08-22 04:00:00+00	\N	\N	\N	503		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
1036	101	0A1B46EF	1	\N	海港水产上海浦东6店	XK-01	1	151	2026-08-19 04:00:00+00	\N	\N	\N	506		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNcard_no	1	\N	ZZFOREIGNowner_name	\N	1	\N	2026-11-22 18:16:01.791652+00	\N	\N	\N	\N		1	2026-11-22 18:16:01.791652+00	2026-11-22 18:16:01.791652+00	\N	\N
\.

copy card_swipe ("id", "client_id", "device_id", "vehicle_id", "at", "card_no", "card_id", "card_status", "lng", "lat", "store_id", "distance_m") from stdin;
1	101	9017	90017	2026-11-21 05:34:46+00	0A1B43DB	1032	1	121.449785	31.012293	502	88
13	101	9022	90022	2026-11-21 05:21:31+00	0A1B43DB	1032	1	121.452642	31.012041	502	185
17	101	9022	90022	2026-11-22 03:35:46+00	0A1B44A0	1033	1	121.305994	31.086886	503	61
990001	990001	990001	\N	2026-11-22 18:16:02.042403+00	ZZFOREIGNcard_no	\N	\N	\N	\N	\N	\N
6	101	9018	90018	2026-11-21 21:58:51+00	0A1B46EF	1036	1	121.36653	31.117194	506	233
\.

copy card_writer ("id", "client_id", "writer_no", "model", "org_id", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
1001	101	XK-01		\N	1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNwriter_no		990001	1	2026-11-22 18:16:01.97438+00	2026-11-22 18:16:01.97438+00	\N	\N
\.

copy cargo_config ("id", "client_id", "customer_id", "cargo_code", "cargo_name", "cargo_category", "temperature_type", "temp_min_c", "temp_max_c", "pack_unit", "unit_weight_kg", "unit_volume_m3", "shelf_life_days", "conflict_group", "value_tag", "status", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "deleted_at") from stdin;
1001	101	\N	SP-001	速冻水饺	6	3	-25.0	-18.0	箱	8.00	0.052	365	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1011	101	\N	SP-011	冷鲜猪肉	1	2	0.0	8.0	筐	15.00	0.040	15	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1012	101	\N	SP-012	净菜	4	2	0.0	8.0	筐	6.00	0.045	15	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1021	101	\N	SP-021	速冻水饺（大包装）	6	3	-25.0	-18.0	箱	16.00	0.104	365	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1003	101	\N	SP-003	冰淇淋	6	3	-25.0	-18.0	箱	4.50	0.036	365	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1032	101	\N	SP-032	净菜（大包装）	4	2	0.0	8.0	筐	12.00	0.090	15	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1004	101	\N	SP-004	冻虾仁	2	3	-25.0	-18.0	箱	12.00	0.028	365	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1043	101	\N	SP-043	冰淇淋（电商装）	6	3	-25.0	-18.0	箱	4.50	0.036	365	食品	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
1054	101	\N	SP-054	榴莲（电商装）	4	2	0.0	8.0	箱	18.00	0.060	15	异味	\N	1		1	\N	2026-11-22 18:15:54.622415+00	\N	2026-11-22 18:15:54.622415+00	\N
990001	990001	\N	\N	ZZFOREIGNcargo_name	\N	1	\N	\N	ZZFOREIGNpack_unit	\N	\N	\N	\N	\N	1		1	\N	2026-11-22 18:16:01.794591+00	\N	2026-11-22 18:16:01.794591+00	\N
\.

copy cargo_conflict ("client_id", "group_a", "group_b") from stdin;
101	药品	食品
101	异味	食品
101	异味	药品
990001	ZZFOREIGNgroup_a	ZZFOREIGNgroup_b
\.

copy carrier ("id", "client_id", "name", "code", "short_name", "carrier_type", "credit_code", "permit_no", "permit_end", "contact", "phone", "email", "address", "business_area", "temperature_types", "vehicle_scale", "level", "settle_type", "payment_days", "deposit_fen", "tax_rate", "bank_name", "bank_account", "account_name", "contract_no", "contract_start", "contract_end", "audit_status", "audit_remark", "status", "linked_client_id", "route_ids", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
1001	102	鲜达冷链物流	CYS-001	鲜达	1	\N	310000123456	2027-12-27	王志强	13800138003	\N	\N	\N	{2,3}	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	1	\N	1	101	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
172	101	无锡远通物流有限公司	CYS-002	\N	1	\N	320501007393	2027-12-17	钱卫国	13700556001	\N	\N	江苏	{3}	\N	B	1	45	2500000	9.00	\N	\N	\N	HT-2026-002	2026-04-16	2027-06-15	1	\N	1	\N	{704}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
173	101	河北冀通冷运有限公司	CYS-003	\N	1	\N	320501014786	2026-12-10	崔立军	13700556002	\N	\N	京津冀	{2,3}	\N	A	1	60	3000000	9.00	\N	\N	\N	HT-2026-003	2026-03-27	2027-07-25	1	\N	1	\N	{705}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
176	101	绵阳天府货运有限公司	CYS-006	\N	1	\N	320501036965	2028-12-11	蒋国强	13700556005	\N	\N	川渝	{3}	\N	B	1	60	4500000	9.00	\N	\N	\N	HT-2026-006	2026-01-26	2027-11-22	0	\N	1	\N	{702,708}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
175	101	成都蓉城车队	CYS-005	\N	2	31010419780512121X	320501029572	2028-09-12	罗明辉	13700556004	\N	\N	川渝	{2,3}	\N	B	1	45	4000000	9.00	\N	\N	\N	HT-2026-005	2026-02-15	2027-10-13	1	\N	1	\N	{701,707}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNname	\N	\N	1	\N	\N	\N	\N	\N	\N	\N	\N	{}	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	1	\N	1	\N	{}		1	2026-11-22 18:16:01.795633+00	2026-11-22 18:16:01.795633+00	\N	\N
\.

copy change_history ("id", "client_id", "entity", "entity_id", "action", "user_id", "user_name", "changes", "actor_user_id", "at") from stdin;
1	101	vehicle	90009	编辑	151	管理员	[{"after": "沪B77153", "field": "plateNo", "label": "车牌号", "before": "沪B70218"}]	\N	2026-10-11 04:00:00+00
3	101	role	225	改权限	151	管理员	[{"after": "客户管理", "field": "field", "label": "菜单", "before": ""}]	\N	2026-11-21 23:00:00+00
5	101	user	234	调部门	151	管理员	[{"after": "干线调度组", "field": "field", "label": "部门", "before": "上海干线部"}]	\N	2026-11-21 01:00:00+00
7	101	user	249	新增	151	管理员	[{"after": "承运商", "field": "field", "label": "角色", "before": ""}]	\N	2026-11-20 01:00:00+00
990001	990001	ZZFOREIGNentity	1	ZZFOREIGNaction	\N		{}	\N	2026-11-22 18:16:01.800624+00
\.

copy client ("id", "name", "short_name", "kind", "shared_code", "time_zone", "system_codes", "status", "service_end", "multi_login", "session_max_h", "position_keep_months", "security_version", "account_limit", "pwd_min_length", "pwd_kinds", "pwd_expire_days", "pwd_remembered", "lock_after", "lock_min", "idle_min", "created_at") from stdin;
990001	每表一行公司	\N	tenant	\N	Asia/Shanghai	{TMS}	1	\N	f	24	13	1	\N	6	2	\N	3	5	15	480	2026-11-22 18:16:01.639849+00
101	鲜达冷链物流	鲜达	tenant	XDLL2026	Asia/Shanghai	{TMS}	1	\N	t	24	13	1	\N	6	2	\N	3	5	15	480	2026-11-22 18:15:54.622415+00
102	鲜果源商贸	鲜果源	tenant	XGY2026	Asia/Shanghai	{TMS}	1	\N	t	24	13	1	\N	6	2	\N	3	5	15	480	2026-11-22 18:15:54.622415+00
104	苏州恒达运输	苏州恒达	tenant	SZHD2026	Asia/Shanghai	{TMS}	1	\N	t	24	13	1	\N	6	2	\N	3	5	15	480	2026-11-22 18:15:54.622415+00
103	通达运营	通达	provider	TDYY2026	Asia/Shanghai	{TMS,WMS}	1	\N	f	24	13	1	\N	6	2	\N	3	5	15	480	2026-11-22 18:15:54.622415+00
\.

copy code_counter ("client_id", "prefix", "day", "last") from stdin;
101	DD	2026-11-09	1
101	HD	2026-11-22	19
101	TD	2026-11-22	5
990001	ZZFOREIGNprefix	2026-11-22	1
101	DD	2026-11-14	1
\.

copy company_invite ("id", "client_id", "user_id", "code_sha256", "created_by", "created_at", "expires_at", "used_at") from stdin;
990001	990001	990001	\\x00	990001	2026-11-22 18:16:01.974797+00	2026-11-22 18:16:01.974797+00	\N
\.

copy customer ("id", "client_id", "org_id", "name", "code", "short_name", "customer_type", "level", "credit_code", "contacts", "addresses", "temperature_type", "temp_lower_c", "temp_upper_c", "hours_limit", "settle_type", "payment_days", "invoice_title", "tax_no", "salesman", "ext_code", "contract_no", "contract_end", "status", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
301	101	\N	鲜果源商贸有限公司	KH000001	鲜果源	3	A	\N	[{"main": true, "name": "何晓燕", "post": "物流经理", "email": "", "phone": "13600667000"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345670"}]	[{"lat": 31.245, "lng": 121.33, "area": "上海市嘉定区", "main": true, "name": "总仓", "phone": "", "address": "江桥镇金沙江西路1555号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2601	2027-02-20	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
310	101	\N	深湾连锁便利店有限公司	KH000010	深湾便利	2	C	\N	[{"main": true, "name": "李强", "post": "物流经理", "email": "", "phone": "13600667009"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345679"}]	[{"lat": 22.605, "lng": 114.12, "area": "广东省深圳市龙岗区", "main": true, "name": "总仓", "phone": "", "address": "布吉街道吉华路505号", "contact": ""}]	1	\N	\N	24	1	30	\N	\N	王志强	\N	KHHT-2610	2028-01-01	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
311	101	\N	蓉味川菜食材有限公司	KH000011	蓉味食材	3	C	\N	[{"main": true, "name": "周敏", "post": "物流经理", "email": "", "phone": "13600667010"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345680"}]	[{"lat": 30.58, "lng": 103.96, "area": "四川省成都市双流区", "main": true, "name": "总仓", "phone": "", "address": "航空港空港四路77号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2611	2026-11-14	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
312	101	\N	优鲜到家电子商务有限公司	KH000012	优鲜到家	2	D	\N	[{"main": true, "name": "吴海", "post": "物流经理", "email": "", "phone": "13600667011"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345681"}]	[{"lat": 31.18, "lng": 121.39, "area": "上海市闵行区", "main": true, "name": "总仓", "phone": "", "address": "虹桥镇吴中路1050号", "contact": ""}]	2	0.0	8.0	24	2	\N	\N	\N	王志强	\N	KHHT-2612	2028-03-11	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	990001	ZZFOREIGNname	ZZFOREIGNcode	\N	1	\N	\N	[]	[]	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	1		1	2026-11-22 18:16:01.975269+00	2026-11-22 18:16:01.975269+00	\N	\N
302	101	\N	盒品生鲜（上海）有限公司	KH000002	盒品生鲜	1	A	\N	[{"main": true, "name": "李强", "post": "物流经理", "email": "", "phone": "13600667001"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345671"}]	[{"lat": 31.235, "lng": 121.23, "area": "上海市青浦区", "main": true, "name": "总仓", "phone": "", "address": "华新镇嘉松中路3388号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	王志强	\N	KHHT-2602	2027-03-27	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
303	101	\N	沪安医药配送有限公司	KH000003	沪安医药	1	A	\N	[{"main": true, "name": "周敏", "post": "物流经理", "email": "", "phone": "13600667002"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345672"}]	[{"lat": 31.205, "lng": 121.6, "area": "上海市浦东新区", "main": true, "name": "总仓", "phone": "", "address": "张江镇祖冲之路2288号", "contact": ""}]	2	2.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2603	2027-05-01	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
304	101	\N	江南冷饮食品有限公司	KH000004	江南冷饮	1	B	\N	[{"main": true, "name": "吴海", "post": "物流经理", "email": "", "phone": "13600667003"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345673"}]	[{"lat": 31.262, "lng": 120.86, "area": "江苏省苏州市吴中区", "main": true, "name": "总仓", "phone": "", "address": "甪直镇海藏西路88号", "contact": ""}]	3	-25.0	-18.0	24	2	\N	\N	\N	王志强	\N	KHHT-2604	2027-06-05	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
305	101	\N	百味餐饮管理有限公司	KH000005	百味餐饮	2	B	\N	[{"main": true, "name": "何晓燕", "post": "物流经理", "email": "", "phone": "13600667004"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345674"}]	[{"lat": 31.165, "lng": 121.42, "area": "上海市徐汇区", "main": true, "name": "总仓", "phone": "", "address": "漕宝路400号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2605	2027-07-10	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
306	101	\N	海之源水产有限公司	KH000006	海之源	1	B	\N	[{"main": true, "name": "李强", "post": "物流经理", "email": "", "phone": "13600667005"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345675"}]	[{"lat": 30.17, "lng": 120.27, "area": "浙江省杭州市萧山区", "main": true, "name": "总仓", "phone": "", "address": "市心北路999号", "contact": ""}]	3	-25.0	-18.0	24	1	30	\N	\N	王志强	\N	KHHT-2606	2027-08-14	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
307	101	\N	优牧乳业有限公司	KH000007	优牧乳业	1	A	\N	[{"main": true, "name": "周敏", "post": "物流经理", "email": "", "phone": "13600667006"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345676"}]	[{"lat": 31.55, "lng": 120.43, "area": "江苏省无锡市新吴区", "main": true, "name": "总仓", "phone": "", "address": "梅村街道锡达路215号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2607	2026-12-04	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
308	101	\N	华北肉联食品有限公司	KH000008	华北肉联	1	B	\N	[{"main": true, "name": "吴海", "post": "物流经理", "email": "", "phone": "13600667007"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345677"}]	[{"lat": 38.085, "lng": 114.31, "area": "河北省石家庄市鹿泉区", "main": true, "name": "总仓", "phone": "", "address": "昌盛大街66号", "contact": ""}]	3	-25.0	-18.0	24	2	\N	\N	\N	王志强	\N	KHHT-2608	2027-10-23	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
309	101	\N	粤港鲜送供应链有限公司	KH000009	粤港鲜送	3	B	\N	[{"main": true, "name": "何晓燕", "post": "物流经理", "email": "", "phone": "13600667008"}, {"main": false, "name": "值班室", "post": "", "email": "", "phone": "021-62345678"}]	[{"lat": 23.3, "lng": 113.38, "area": "广东省广州市白云区", "main": true, "name": "总仓", "phone": "", "address": "太和镇大源南路18号", "contact": ""}]	2	0.0	8.0	24	1	30	\N	\N	赵文静	\N	KHHT-2609	2027-11-27	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy customer_order ("id", "client_id", "org_id", "order_code", "customer_order_no", "customer_id", "parent_id", "split_flag", "merged_into_id", "business_type", "order_source", "order_type", "priority", "freight_pay_mode", "pick_up_flag", "delivery_mode", "shipper", "ship_phone", "ship_area", "ship_address", "ship_lng", "ship_lat", "receiver", "receive_phone", "receive_area", "receive_address", "receive_lng", "receive_lat", "pick_from", "pick_to", "arrive_from", "arrive_to", "temperature_type", "temp_min_c", "temp_max_c", "pre_cool", "total_pieces", "total_weight_kg", "total_volume_m3", "goods_value_fen", "insured_fen", "cod_fen", "unload_min", "receipt_require", "receipt_copies", "order_status", "on_hand_status", "voided_at", "void_reason", "current_place_id", "dispatch_source", "signed_at", "signer", "sign_pieces", "reject_pieces", "reject_reason", "pool_reason", "pool_at", "on_hand_pieces", "on_hand_weight_kg", "on_hand_volume_m3", "pool_from", "pool_remark", "temp_compliance", "temp_coverage", "temp_over_min", "pallets", "return_of_id", "origin_place_id", "dest_place_id", "remark", "version", "created_at", "created_by", "updated_at", "updated_by") from stdin;
303	101	111	DD26112200022	\N	308	\N	0	\N	2	1	1	1	2	0	1	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	鲜果源上海长宁19店	13900216018	上海市闵行区	闵行区鲜果源上海长宁19店	121.530551	31.091841	\N	\N	2026-11-23 19:00:00+00	2026-11-23 22:00:00+00	3	-25.0	-18.0	f	30	135.00	1.080	351000	0	314900	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	507	502		1	2026-11-22 02:30:00+00	246	2026-11-22 02:30:00+00	246
290	101	111	DD26112200012	PO266068	302	\N	0	\N	1	4	1	1	3	0	1	李强	13600667001	上海市青浦区	华新镇嘉松中路3388号	121.23	31.235	百味超市广州越秀21店	13900216068	广东省广州市白云区	白云区百味超市广州越秀21店	113.2731	23.232472	\N	\N	2026-11-23 19:00:00+00	2026-11-23 22:00:00+00	2	0.0	8.0	f	227	2323.00	8.530	6039800	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	339		1	2026-11-21 21:30:00+00	246	2026-11-21 21:30:00+00	246
179	101	111	DD26112000012	PO262516	309	\N	0	\N	1	4	1	1	3	0	1	何晓燕	13600667008	广东省广州市白云区	太和镇大源南路18号	113.38	23.3	广元客户仓	13900216116	四川省广元市利州区	利州区广元客户仓	105.845103	32.441831	\N	\N	2026-11-23 10:00:00+00	2026-11-23 13:00:00+00	2	0.0	8.0	f	231	2319.00	9.482	6029400	0	0	\N	1	0	1	1	\N	\N	309	\N	\N	\N	\N	\N	\N	\N	\N	231	2319.00	9.482	\N	\N	\N	\N	\N	\N	\N	341	517		1	2026-11-19 21:30:00+00	246	2026-11-19 21:30:00+00	246
261	101	111	DD26112100033	PO265069	302	\N	0	\N	1	1	1	1	3	1	1	李强	13600667001	上海市青浦区	华新镇嘉松中路3388号	121.23	31.235	龙岗坂田新店（筹备）	13900216119	上海市青浦区	待定	\N	\N	\N	\N	2026-11-23 01:00:00+00	2026-11-23 04:00:00+00	2	0.0	8.0	f	250	2390.00	10.460	6214000	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	\N		1	2026-11-21 08:00:00+00	246	2026-11-21 08:00:00+00	246
213	101	111	DD26112000041	PO263589	311	\N	0	\N	3	1	1	1	3	1	1	周敏	13600667010	四川省成都市双流区	航空港空港四路77号	103.96	30.58	盒鲜生深圳南山8店	13900216079	广东省深圳市宝安区	宝安区盒鲜生深圳南山8店	113.940319	22.682067	\N	\N	2026-11-23 01:00:00+00	2026-11-23 04:00:00+00	2	0.0	8.0	f	271	2715.00	11.590	7059000	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	拆出	2026-11-21 01:00:00+00	\N	\N	\N	YS26112200001	收货点改期	\N	\N	\N	\N	\N	332	349		1	2026-11-20 12:00:00+00	246	2026-11-20 12:00:00+00	246
196	101	111	DD26112000026	PO263034	307	\N	0	\N	3	1	1	1	3	0	1	周敏	13600667006	江苏省无锡市新吴区	梅村街道锡达路215号	120.43	31.55	优选便利深圳龙华23店	13900216094	广东省深圳市龙岗区	龙岗区优选便利深圳龙华23店	114.071169	22.620959	\N	\N	2026-11-23 01:00:00+00	2026-11-23 04:00:00+00	2	0.0	8.0	f	181	1051.00	7.620	2732600	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	499	510		1	2026-11-20 04:30:00+00	246	2026-11-20 04:30:00+00	246
167	101	111	DD26112000002	PO262146	303	\N	0	\N	3	1	1	1	3	0	1	周敏	13600667002	上海市浦东新区	张江镇祖冲之路2288号	121.6	31.205	优选便利杭州临平23店	13900216046	浙江省杭州市上城区	上城区优选便利杭州临平23店	120.316169	30.266044	\N	\N	2026-11-23 10:00:00+00	2026-11-23 13:00:00+00	2	2.0	8.0	f	65	343.00	2.220	891800	0	0	\N	1	0	1	1	\N	\N	301	\N	\N	\N	\N	\N	\N	\N	\N	63	331.00	2.130	\N	\N	\N	\N	\N	\N	\N	497	504		1	2026-11-19 16:30:00+00	246	2026-11-19 16:30:00+00	246
172	101	111	DD26112000005	PO262257	311	\N	0	\N	3	1	1	1	3	1	1	周敏	13600667010	四川省成都市双流区	航空港空港四路77号	103.96	30.58	盒鲜生广州海珠20店	13900216067	广东省广州市白云区	白云区盒鲜生广州海珠20店	113.330889	23.245939	\N	\N	2026-11-22 16:00:00+00	2026-11-22 19:00:00+00	2	0.0	8.0	f	167	1623.00	7.170	4219800	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	332	341		1	2026-11-19 18:00:00+00	246	2026-11-19 18:00:00+00	246
147	101	111	DD26111900033	PO261517	309	\N	0	\N	1	1	1	1	3	1	1	何晓燕	13600667008	广东省广州市白云区	太和镇大源南路18号	113.38	23.3	海港水产杭州萧山24店	13900216047	浙江省嘉兴市海宁市	海宁市海港水产杭州萧山24店	120.336098	30.39752	\N	\N	2026-11-22 16:00:00+00	2026-11-22 19:00:00+00	2	0.0	8.0	f	254	2798.00	9.680	7274800	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	341	315		1	2026-11-19 08:00:00+00	246	2026-11-19 08:00:00+00	246
294	101	111	DD26112200013-03	\N	308	291	2	\N	2	1	1	2	3	1	1	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	惠民生鲜深圳龙岗4店	13900216075	广东省深圳市宝安区	宝安区惠民生鲜深圳龙岗4店	113.901346	22.763446	\N	\N	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	3	-25.0	-18.0	f	5	50.00	0.155	130000	0	0	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	507	349		1	2026-11-21 22:20:00+00	246	2026-11-21 22:20:00+00	246
291	101	111	DD26112200013	\N	308	\N	1	\N	2	1	1	2	3	1	1	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	惠民生鲜深圳龙岗4店	13900216075	广东省深圳市宝安区	宝安区惠民生鲜深圳龙岗4店	113.901346	22.763446	\N	\N	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	3	-25.0	-18.0	f	17	170.00	0.527	442000	0	0	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	507	349		1	2026-11-21 22:00:00+00	246	2026-11-21 22:00:00+00	246
276	101	111	DD26112100046-02	\N	304	274	2	\N	2	1	1	1	2	0	1	吴海	13600667003	江苏省苏州市吴中区	甪直镇海藏西路88号	120.86	31.262	鲜果源深圳福田19店	13900216090	广东省深圳市南山区	南山区鲜果源深圳福田19店	113.9759	22.633014	\N	\N	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	3	-25.0	-18.0	f	21	94.50	0.756	245700	0	141250	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	498	349		1	2026-11-21 14:50:00+00	246	2026-11-21 14:50:00+00	246
274	101	111	DD26112100046	\N	304	\N	1	\N	2	1	1	1	2	0	1	吴海	13600667003	江苏省苏州市吴中区	甪直镇海藏西路88号	120.86	31.262	鲜果源深圳福田19店	13900216090	广东省深圳市南山区	南山区鲜果源深圳福田19店	113.9759	22.633014	\N	\N	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	3	-25.0	-18.0	f	42	189.00	1.512	491400	0	282500	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	498	349		1	2026-11-21 14:30:00+00	246	2026-11-21 14:30:00+00	246
146	101	111	DD26111900032	PO261480	303	\N	0	\N	3	4	1	1	3	0	1	周敏	13600667002	上海市浦东新区	张江镇祖冲之路2288号	121.6	31.205	优选便利杭州临平17店	13900216040	浙江省杭州市上城区	上城区优选便利杭州临平17店	120.220493	30.297114	\N	\N	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	2	2.0	8.0	f	153	1767.00	5.328	4594200	0	0	\N	3	2	1	1	\N	\N	309	\N	\N	\N	\N	\N	\N	\N	\N	151	1745.00	5.260	\N	\N	\N	\N	\N	\N	\N	497	347		1	2026-11-19 07:30:00+00	246	2026-11-19 07:30:00+00	246
288	101	111	DD26112200010	\N	301	\N	0	\N	2	1	1	1	2	0	1	何晓燕	13600667000	上海市嘉定区	江桥镇金沙江西路1555号	121.33	31.245	鲜果源广州天河7店	13900216054	广东省广州市白云区	白云区鲜果源广州天河7店	113.216983	23.240035	\N	\N	2026-11-22 03:00:00+00	2026-11-22 06:00:00+00	2	0.0	8.0	f	106	636.00	4.770	1653600	0	298700	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	339		1	2026-11-21 20:30:00+00	246	2026-11-21 20:30:00+00	246
183	101	111	DD26112000016	\N	301	\N	0	\N	2	4	1	1	2	0	1	何晓燕	13600667000	上海市嘉定区	江桥镇金沙江西路1555号	121.33	31.245	鲜果源杭州拱墅1店	13900216024	浙江省杭州市拱墅区	拱墅区鲜果源杭州拱墅1店	120.196108	30.373529	\N	\N	2026-11-22 03:00:00+00	2026-11-22 06:00:00+00	2	0.0	8.0	f	116	1276.00	3.944	3317600	0	177200	\N	1	0	1	1	\N	\N	301	\N	\N	\N	\N	\N	\N	\N	\N	116	1276.00	3.944	\N	\N	\N	\N	\N	\N	\N	301	347		1	2026-11-19 23:30:00+00	246	2026-11-19 23:30:00+00	246
115	101	111	DD26111900006	PO260518	309	\N	0	\N	1	1	1	1	3	0	1	何晓燕	13600667008	广东省广州市白云区	太和镇大源南路18号	113.38	23.3	无锡新吴客户仓	13900216098	江苏省无锡市梁溪区	梁溪区无锡新吴客户仓	120.314204	31.56347	\N	\N	2026-11-20 10:00:00+00	2026-11-20 13:00:00+00	2	0.0	8.0	f	277	1663.00	10.072	4323800	0	0	\N	1	0	1	1	\N	\N	309	\N	\N	\N	\N	\N	\N	\N	\N	277	1663.00	10.072	\N	\N	\N	\N	\N	\N	\N	341	499		1	2026-11-18 18:30:00+00	246	2026-11-18 18:30:00+00	246
117	101	111	DD26111900007-01	\N	304	116	2	\N	2	1	1	1	3	1	1	吴海	13600667003	江苏省苏州市吴中区	甪直镇海藏西路88号	120.86	31.262	保定客户仓	13900216105	河北省保定市莲池区	莲池区保定客户仓	115.476363	38.857732	\N	\N	2026-11-18 22:00:00+00	2026-11-19 01:00:00+00	3	-25.0	-18.0	f	43	516.00	1.204	1341600	0	0	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	498	506		1	2026-11-18 19:20:00+00	246	2026-11-18 19:20:00+00	246
116	101	111	DD26111900007	\N	304	\N	1	\N	2	1	1	1	3	1	1	吴海	13600667003	江苏省苏州市吴中区	甪直镇海藏西路88号	120.86	31.262	保定客户仓	13900216105	河北省保定市莲池区	莲池区保定客户仓	115.476363	38.857732	\N	\N	2026-11-18 22:00:00+00	2026-11-19 01:00:00+00	3	-25.0	-18.0	f	127	1524.00	3.556	3962400	0	0	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	498	506		1	2026-11-18 19:00:00+00	246	2026-11-18 19:00:00+00	246
138	101	111	DD26111900024	PO261184	309	\N	0	\N	1	4	1	1	3	0	1	何晓燕	13600667008	广东省广州市白云区	太和镇大源南路18号	113.38	23.3	北京大兴客户仓	13900216104	北京市丰台区	丰台区北京大兴客户仓	116.281143	39.80744	\N	\N	2026-11-20 01:00:00+00	2026-11-20 04:00:00+00	2	0.0	8.0	f	215	2195.00	8.054	5707000	0	0	\N	1	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	341	505		1	2026-11-19 03:30:00+00	246	2026-11-19 03:30:00+00	246
135	101	111	DD26111900022-01	\N	308	134	2	\N	2	1	1	1	2	0	1	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	鲜果源深圳福田19店	13900216090	广东省深圳市南山区	南山区鲜果源深圳福田19店	113.9759	22.633014	\N	\N	2026-11-19 06:00:00+00	2026-11-19 09:00:00+00	3	-25.0	-18.0	f	51	229.50	1.836	596700	0	60250	\N	3	2	1	1	\N	\N	301	\N	\N	\N	\N	\N	\N	\N	\N	51	229.50	1.836	\N	\N	\N	\N	\N	\N	\N	507	349		1	2026-11-19 02:50:00+00	246	2026-11-19 02:50:00+00	246
134	101	111	DD26111900022	\N	308	\N	1	\N	2	1	1	1	2	0	1	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	鲜果源深圳福田19店	13900216090	广东省深圳市南山区	南山区鲜果源深圳福田19店	113.9759	22.633014	\N	\N	2026-11-19 06:00:00+00	2026-11-19 09:00:00+00	3	-25.0	-18.0	f	102	459.00	3.672	1193400	0	120500	\N	3	2	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	507	349		1	2026-11-19 02:30:00+00	246	2026-11-19 02:30:00+00	246
265	101	111	DD26112100037	\N	304	\N	0	\N	2	1	1	1	3	1	1	吴海	13600667003	上海市青浦区	鲜果源上海徐汇1店	121.2499629568521	31.16426586719104	惠民生鲜杭州余杭4店	13900216027	浙江省杭州市上城区	上城区惠民生鲜杭州余杭4店	120.372001	30.375319	\N	\N	2026-11-22 16:00:00+00	2026-11-22 19:00:00+00	3	-25.0	-18.0	f	29	290.00	0.899	754000	0	0	\N	1	0	2	0	\N	\N	\N	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	346	504		1	2026-11-21 10:00:00+00	246	2026-11-21 10:00:00+00	246
195	101	111	DD26112000025	\N	301	\N	0	\N	2	1	1	1	3	1	1	何晓燕	13600667000	广东省广州市越秀区	广州白云配送中心	113.26	23.13	番禺大石门店	13900226344	广东省广州市番禺区	番禺大石门店	113.300044	23.000217	\N	\N	2026-11-22 10:35:00+00	2026-11-22 13:35:00+00	2	0.0	8.0	f	129	1935.00	5.160	5031000	0	0	10	1	0	2	0	\N	\N	\N	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	339	345		1	2026-11-20 04:00:00+00	246	2026-11-20 04:00:00+00	246
245	101	111	DD26112100020	PO264588	311	\N	0	\N	3	4	1	1	3	0	1	周敏	13600667010	江苏省南京市栖霞区	南京江宁配送中心	118.9	32.05	上海江桥客户仓	13900216096	上海市普陀区	上海江桥客户仓	121.389467	31.259645	\N	\N	2026-11-22 05:50:00+00	2026-11-22 08:50:00+00	2	0.0	8.0	f	69	955.00	2.640	2483000	0	0	350	1	0	4	2	\N	\N	\N	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	309	497		1	2026-11-21 01:30:00+00	246	2026-11-21 01:30:00+00	246
200	101	111	DD26112000030	PO263182	309	\N	0	\N	1	1	1	1	3	0	1	何晓燕	13600667008	广东省广州市越秀区	广州白云配送中心	113.26	23.13	荔湾芳村冷库	13900226345	广东省广州市荔湾区	荔湾芳村冷库	113.220987	23.050242	\N	\N	2026-11-22 04:30:00+00	2026-11-22 07:30:00+00	2	0.0	8.0	f	309	2411.00	10.908	6268600	0	0	10	1	0	4	2	\N	\N	\N	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	339	345		1	2026-11-20 06:30:00+00	246	2026-11-20 06:30:00+00	246
141	101	111	DD26111900027	PO261295	306	\N	0	\N	1	1	1	1	3	1	1	李强	13600667005	浙江省杭州市萧山区	市心北路999号	120.27	30.17	海港水产上海浦东6店	13900216005	上海市闵行区	闵行区海港水产上海浦东6店	121.368977	31.117272	\N	\N	2026-11-21 03:16:00.584+00	2026-11-21 06:16:00.584+00	3	-25.0	-18.0	f	228	2222.00	8.523	5777200	0	0	\N	3	2	4	1	\N	\N	309	2	\N	\N	\N	\N	\N	\N	\N	228	2222.00	8.523	\N	\N	\N	\N	\N	\N	\N	347	310		1	2026-11-19 05:00:00+00	246	2026-11-19 05:00:00+00	246
121	101	111	DD26111900009	PO260629	306	\N	0	\N	1	1	1	1	3	1	1	李强	13600667005	浙江省杭州市萧山区	市心北路999号	120.27	30.17	龙岗坂田新店（筹备）	13900216119	浙江省杭州市萧山区	待定	\N	\N	\N	\N	2026-11-21 03:16:00.584+00	2026-11-21 06:16:00.584+00	3	-25.0	-18.0	f	150	1383.00	4.663	3595800	0	0	\N	1	0	4	1	\N	\N	309	2	\N	\N	\N	\N	\N	\N	\N	150	1383.00	4.663	\N	\N	\N	\N	\N	\N	\N	347	\N		1	2026-11-18 20:00:00+00	246	2026-11-18 20:00:00+00	246
203	101	111	DD26112000033	PO263293	306	\N	0	\N	1	1	1	1	3	1	1	李强	13600667005	广东省广州市越秀区	广州白云配送中心	113.26	23.13	荔湾芳村冷库	13900226345	广东省广州市荔湾区	荔湾芳村冷库	113.220987	23.050242	\N	\N	2026-11-22 01:15:00+00	2026-11-22 04:15:00+00	3	-25.0	-18.0	f	182	1829.00	5.583	4755400	0	0	10	1	0	4	2	\N	\N	\N	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	339	345		1	2026-11-20 08:00:00+00	246	2026-11-20 08:00:00+00	246
232	101	111	DD26112100009	PO264181	309	\N	0	\N	1	1	1	1	3	1	1	何晓燕	13600667008	广东省广州市越秀区	广州白云配送中心	113.26	23.13	天河龙洞门店	13900226340	广东省广州市白云区	天河龙洞门店	113.329869	23.200363	\N	\N	2026-11-22 02:25:00+00	2026-11-22 05:25:00+00	2	0.0	8.0	f	286	2702.00	11.840	7025200	0	0	10	3	2	5	3	\N	\N	\N	2	2026-11-22 03:46:00+00	天河龙洞门店	286	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	339	341		1	2026-11-20 20:00:00+00	246	2026-11-20 20:00:00+00	246
140	101	111	DD26111900026	PO261258	311	\N	0	\N	3	1	1	1	3	0	1	周敏	13600667010	四川省成都市双流区	航空港空港四路77号	103.96	30.58	天河北新店（筹备）	13900216118	四川省成都市双流区	待定	\N	\N	\N	\N	2026-11-21 10:34:20.059+00	2026-11-21 13:34:20.059+00	2	0.0	8.0	f	89	475.00	3.120	1235000	0	0	\N	3	2	5	3	\N	\N	\N	2	2026-11-21 12:11:20.059+00	天河北新店（	89	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	332	\N		1	2026-11-19 04:30:00+00	246	2026-11-19 04:30:00+00	246
129	101	111	DD26111900017	PO260925	311	\N	0	\N	3	1	1	1	3	1	1	周敏	13600667010	四川省成都市双流区	航空港空港四路77号	103.96	30.58	盒鲜生广州海珠8店	13900216055	广东省广州市白云区	白云区盒鲜生广州海珠8店	113.266445	23.160628	\N	\N	2026-11-21 09:34:20.059+00	2026-11-21 12:34:20.059+00	2	0.0	8.0	f	63	531.00	2.750	1380600	0	0	\N	3	2	5	3	\N	\N	\N	2	2026-11-21 11:11:20.059+00	盒鲜生广州海	63	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	332	339		1	2026-11-19 00:00:00+00	246	2026-11-19 00:00:00+00	246
110	101	111	DD26111900001	\N	301	\N	0	\N	2	1	1	1	3	1	1	何晓燕	13600667000	上海市嘉定区	江桥镇金沙江西路1555号	121.33	31.245	惠民生鲜广州白云16店	13900216063	广东省广州市番禺区	番禺区惠民生鲜广州白云16店	113.304441	23.03324	\N	\N	2026-11-21 05:54:56.411+00	2026-11-21 08:54:56.411+00	2	0.0	8.0	f	25	375.00	1.000	975000	0	0	\N	3	2	5	3	\N	\N	\N	2	2026-11-21 07:31:56.411+00	惠民生鲜广州	25	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	345		1	2026-11-18 16:00:00+00	246	2026-11-18 16:00:00+00	246
233	101	111	DD26112100010	\N	304	\N	0	\N	2	1	1	1	2	0	1	吴海	13600667003	上海市松江区	上海城配中心	121.261833	31.102089	优选便利上海徐汇17店	13900216016	上海市松江区	优选便利上海徐汇17店	121.28808	30.998424	\N	\N	2026-11-22 02:05:00+00	2026-11-22 05:05:00+00	3	-25.0	-18.0	f	130	585.00	4.680	1521000	0	233900	10	3	2	5	3	\N	\N	\N	2	2026-11-22 03:09:50+00	优选便利上海	130	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	346	346		1	2026-11-20 20:30:00+00	246	2026-11-20 20:30:00+00	246
132	101	111	DD26111900020	PO261036	307	\N	0	\N	3	4	1	1	3	0	1	周敏	13600667006	江苏省无锡市新吴区	梅村街道锡达路215号	120.43	31.55	优选便利深圳龙华5店	13900216076	广东省深圳市宝安区	宝安区优选便利深圳龙华5店	113.91198	22.737409	\N	\N	2026-11-22 01:27:06.855+00	2026-11-22 04:27:06.855+00	2	0.0	8.0	f	165	2203.00	6.192	5727800	0	0	\N	1	0	5	3	\N	\N	\N	2	2026-11-22 03:04:06.855+00	优选便利深圳	165	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	499	349		1	2026-11-19 01:30:00+00	246	2026-11-19 01:30:00+00	246
133	101	111	DD26111900021	PO261073	302	\N	0	\N	1	1	1	1	3	1	1	李强	13600667001	上海市青浦区	华新镇嘉松中路3388号	121.23	31.235	海港水产深圳光明12店	13900216083	广东省深圳市龙岗区	龙岗区海港水产深圳光明12店	114.066394	22.646708	\N	\N	2026-11-22 01:26:53.258+00	2026-11-22 04:26:53.258+00	2	0.0	8.0	f	342	2674.00	12.820	6952400	0	0	\N	3	2	5	3	\N	\N	\N	2	2026-11-22 03:03:53.258+00	海港水产深圳	342	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	510		1	2026-11-19 02:00:00+00	246	2026-11-19 02:00:00+00	246
163	101	111	DD26111900046	\N	301	\N	0	\N	2	1	1	1	2	0	1	何晓燕	13600667000	上海市嘉定区	江桥镇金沙江西路1555号	121.33	31.245	鲜果源上海长宁19店	13900216018	上海市闵行区	闵行区鲜果源上海长宁19店	121.530551	31.091841	\N	\N	2026-11-20 18:26:16.285+00	2026-11-20 21:26:16.285+00	2	0.0	8.0	f	90	540.00	4.050	1404000	0	152900	\N	3	2	5	3	\N	\N	\N	2	2026-11-20 20:03:16.285+00	鲜果源上海长	90	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	301	502		1	2026-11-19 14:30:00+00	246	2026-11-19 14:30:00+00	246
990001	990001	990001	ZZFOREIGNorder_code	\N	990001	\N	0	\N	1	1	1	1	1	0	1	ZZFOREIGNshipper	ZZFOREIGNship_phone	ZZFOREIGNship_area	ZZFOREIGNship_address	\N	\N	ZZFOREIGNreceiver	ZZFOREIGNreceive_phone	ZZFOREIGNreceive_area	ZZFOREIGNreceive_address	\N	\N	\N	\N	\N	2026-11-22 18:16:01.975706+00	1	\N	\N	f	1	1.00	1.000	0	0	0	\N	0	0	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:16:01.975706+00	\N	2026-11-22 18:16:01.975706+00	\N
109	101	111	DD26111700001	PO260296	306	\N	0	\N	1	4	1	1	3	0	1	李强	13600667005	浙江省杭州市萧山区	市心北路999号	120.27	30.17	百味超市广州越秀9店	13900216056	广东省广州市荔湾区	荔湾区百味超市广州越秀9店	113.239623	23.131978	\N	\N	2026-11-18 02:00:00+00	2026-11-18 05:00:00+00	3	-25.0	-18.0	f	251	1851.00	11.219	4812600	0	0	\N	1	0	6	0	2026-11-16 21:00:00+00	重复下单	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	347	339		1	2026-11-16 20:00:00+00	246	2026-11-16 20:00:00+00	246
102	101	111	DD26111000001	PO260037	307	\N	0	\N	3	1	1	1	3	1	1	周敏	13600667006	江苏省无锡市新吴区	梅村街道锡达路215号	120.43	31.55	盒鲜生上海青浦8店	13900216007	上海市松江区	松江区盒鲜生上海青浦8店	121.266722	31.119124	\N	\N	2026-11-10 15:00:00+00	2026-11-10 18:00:00+00	2	0.0	8.0	f	87	783.00	3.770	2035800	0	0	\N	1	0	6	0	2026-11-10 04:00:00+00	客户取消	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	499	346		1	2026-11-10 03:00:00+00	246	2026-11-10 03:00:00+00	246
\.

copy day_summary ("vehicle_id", "day", "client_id", "day_from", "covered_until", "mileage_m", "gap_mileage_m", "driving_ms", "idle_ms", "parked_ms", "no_data_ms", "max_speed_kmh", "avg_speed_kmh", "points", "late_points", "dropped_points", "first_time", "last_time", "start_lng", "start_lat", "end_lng", "end_lat", "temps", "hums", "door_opens", "door_open_ms", "fuel_start_l", "fuel_end_l", "refuel_l", "drop_l", "fuel_used_l", "reefer_ms", "stays", "trips", "counts", "counted_m", "calc_time", "waste_l", "cooling_ms", "heating_ms", "defrost_ms", "standby_ms", "reefer_inferred") from stdin;
990001	2026-11-22	990001	2026-11-22 18:16:01.976289+00	2026-11-22 18:16:01.976289+00	0	0	0	0	0	0	0	\N	0	0	0	\N	\N	\N	\N	\N	\N	[]	[]	0	0	\N	\N	0	0	\N	\N	0	0	{}	0	2026-11-22 18:16:01.976289+00	0	\N	\N	\N	\N	f
\.

copy departure_record ("id", "client_id", "waybill_id", "depart_at", "source", "check_items", "auto_checks", "plan_pieces", "load_pieces", "seal_no", "mileage_m", "box_temp_c", "override_reason", "remark", "check_user", "created_by", "created_at", "revoked_at", "revoke_reason", "file_ids") from stdin;
1001	101	1001	2026-11-20 00:04:00+00	1	[]	[]	76	76	F260311	\N	\N	\N		尤佳	\N	2026-11-22 18:15:54.622415+00	\N	\N	{}
1013	101	1018	2026-11-21 08:04:00+00	1	[]	[]	573	573	F260312	\N	\N	\N		尤佳	\N	2026-11-22 18:15:54.622415+00	\N	\N	{}
1017	101	1025	2026-11-21 08:00:00+00	1	[]	[]	55	0	\N	\N	\N	\N		王志强	\N	2026-11-21 08:00:00+00	\N	\N	{}
990001	990001	990001	2026-11-22 18:16:01.976886+00	1	[]	[]	1	1	\N	\N	\N	\N			\N	2026-11-22 18:16:01.976886+00	\N	\N	{}
1004	101	1004	2026-11-20 18:54:00+00	1	[]	[]	193	193	F260314	\N	\N	\N		尤佳	\N	2026-11-22 18:15:54.622415+00	\N	\N	{}
1007	101	1007	2026-11-22 00:55:50+00	1	[]	[]	234	234	F260317	\N	\N	\N		尤佳	\N	2026-11-22 18:15:54.622415+00	\N	\N	{}
\.

copy deployment ("key", "value") from stdin;
pwd_salt	00112233445566778899aabbccddeeff
\.

copy detector_error ("vehicle_id", "kind", "client_id", "errors", "last_error", "last_at") from stdin;
990001	ZZFOREIGNkind	990001	1	ZZFOREIGNlast_error	2026-11-22 18:16:01.977189+00
\.

copy device ("id", "client_id", "terminal_no", "phone_key", "sim_no", "model", "manufacturer", "protocol", "item_profile", "lenient_checksum", "auth_code", "status", "install_date", "service_end", "last_seen_at", "org_id", "model_id", "iccid", "sim_operator", "sim_flow_mb", "sim_end", "fw_version", "usage_mode", "active_date", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
9002	101	00000000014400260074	14400260074	14400260074	V4-1078	锐视科技	JT808-2019	gps51-reefer	f	\N	1	2026-07-11	2027-07-06	\N	111	403	8986000014400260074	中国移动	500	\N	V3.2.6	1	2026-07-11		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9003	101	00000000014400260111	14400260111	14400260111	T9-BD2	星途电子	JT808-2019	gps51-reefer	f	\N	1	2026-07-04	2027-07-19	\N	111	402	8986000014400260111	中国联通	500	\N	V3.2.6	1	2026-07-04		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9017	101	00000000014400260629	14400260629	14400260629	V4-1078	锐视科技	JT808-2019	gps51-reefer	f	\N	1	2026-03-28	2028-01-17	\N	111	403	8986000014400260629	中国移动	500	\N	V3.2.6	1	2026-03-28		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9019	101	00000000014400260703	14400260703	14400260703	T9-BD2	星途电子	JT808-2019	gps51-reefer	f	\N	1	2026-03-14	2028-02-12	\N	111	402	8986000014400260703	中国移动	500	\N	V3.2.6	1	2026-03-14		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9031	101	00000000014400261147	14400261147	14400261147	T9-BD2	星途电子	JT808-2019	gps51-reefer	f	\N	1	2025-12-20	2027-06-13	\N	111	402	8986000014400261147	中国移动	500	\N	V3.2.6	1	2025-12-20		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9043	101	00000000014400261591	14400261591	14400261591	T9-BD2	星途电子	JT808-2019	gps51-reefer	f	\N	1	2025-09-27	2027-11-16	\N	111	402	8986000014400261591	中国移动	500	\N	V3.2.6	1	2025-09-27		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9047	101	00000000014400261739	14400261739	14400261739	T9-BD2	星途电子	JT808-2019	gps51	f	\N	1	2025-08-30	2028-01-07	\N	111	402	8986000014400261739	中国移动	500	\N	V3.2.6	1	2025-08-30		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9018	101	014400260666	14400260666	14400260666	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-03-21	2028-01-30	\N	111	401	8986000014400260666	中国联通	500	\N	V2.8.1	1	2026-03-21		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9021	101	014400260777	14400260777	14400260777	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-02-28	2028-03-09	\N	111	401	8986000014400260777	中国联通	500	\N	V2.8.1	1	2026-02-28		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9022	101	014400260814	14400260814	14400260814	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-02-21	2028-03-22	\N	111	401	8986000014400260814	中国移动	500	\N	V2.8.1	1	2026-02-21		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9025	101	014400260925	14400260925	14400260925	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-01-31	2028-04-30	\N	111	401	8986000014400260925	中国移动	500	\N	V2.8.1	1	2026-01-31		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9001	101	014400260037	14400260037	14400260037	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-07-18	2027-06-23	\N	111	401	8986000014400260037	中国移动	500	\N	V2.8.1	1	2026-07-18		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9036	101	014400261332	14400261332	14400261332	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2025-11-15	2027-08-17	\N	111	401	8986000014400261332	中国联通	500	\N	V2.8.1	1	2025-11-15		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9038	101	014400261406	14400261406	14400261406	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2025-11-01	2027-09-12	\N	111	401	8986000014400261406	中国移动	500	\N	V2.8.1	1	2025-11-01		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9040	101	014400261480	14400261480	14400261480	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2025-10-18	2026-11-21	\N	111	401	8986000014400261480	中国移动	500	\N	V2.8.1	1	2025-10-18		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9004	101	014400260148	14400260148	14400260148	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-06-27	2027-08-01	\N	111	401	8986000014400260148	中国移动	500	\N	V2.8.1	1	2026-06-27		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9046	101	014400261702	14400261702	14400261702	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2025-09-06	2027-12-25	\N	111	401	8986000014400261702	中国移动	500	\N	V2.8.1	1	2025-09-06		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9005	101	014400260185	14400260185	14400260185	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2026-06-20	2027-08-14	\N	111	401	8986000014400260185	中国移动	500	\N	V2.8.1	1	2026-06-20		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9202	102	014400280074	14400280074	14400280074	T9-BD2	星途电子	JT808-2013	gps51	f	\N	1	\N	2027-11-22	\N	\N	\N	\N	\N	\N	\N	\N	1	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNterminal_no	ZZFOREIGNphone_key	\N	\N	\N	JT808-2013	gps51	f	\N	1	\N	\N	\N	990001	\N	\N	\N	\N	\N	\N	1	\N		1	2026-11-22 18:16:01.977598+00	2026-11-22 18:16:01.977598+00	\N	\N
9054	101	014400261998	14400261998	14400261998	T8-BD	星途电子	JT808-2013	gps51-reefer	f	\N	1	2025-07-12	2028-04-07	\N	111	401	8986000014400261998	中国联通	500	\N	V2.8.1	1	2025-07-12		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
9057	101	014400262109	14400262109	14400262109	T8-BD	星途电子	JT808-2013	gps51	f	\N	1	2025-06-21	2028-05-16	\N	111	401	8986000014400262109	中国联通	500	\N	V2.8.1	1	2025-06-21		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy device_alias ("alias", "client_id", "device_id") from stdin;
ZZFOREIGNalias	990001	990001
\.

copy device_binding ("id", "client_id", "device_id", "vehicle_id", "during", "created_by") from stdin;
1	101	9001	90001	["2026-07-18 04:00:00+00",)	\N
21	101	9019	90019	["2026-03-14 04:00:00+00",)	\N
33	101	9031	90031	["2025-12-20 04:00:00+00",)	\N
45	101	9043	90043	["2025-09-27 04:00:00+00",)	\N
56	101	9054	90054	["2025-07-12 04:00:00+00",)	\N
990001	990001	990001	990001	["2000-01-01 00:00:00+00",)	\N
\.

copy device_fee ("device_id", "client_id", "package_name", "fee_type", "arrears_extend_days", "remind", "stopped_at") from stdin;
9002	101	标准定位服务	1	15	t	\N
9004	101	标准定位服务	1	15	t	\N
9021	101	冷链温控服务	1	0	t	\N
9038	101	标准定位服务	1	15	t	\N
9057	101	冷链温控服务	1	0	t	\N
990001	990001	ZZFOREIGNpackage_name	1	0	t	\N
\.

copy device_fee_period ("id", "client_id", "device_id", "start_date", "end_date", "package_name", "order_no", "amount_fen", "operator", "created_at") from stdin;
1001	101	9002	2026-07-06	2027-07-06	标准定位服务	XF20250078	36000	通达运营	2026-07-06 00:00:00+00
1022	101	9004	2026-08-01	2027-08-01	标准定位服务	XF20250080	36000	通达运营	2026-08-01 00:00:00+00
1034	101	9021	2027-03-10	2028-03-09	冷链温控服务	XF20250000	36000	通达运营	2027-03-10 00:00:00+00
1046	101	9038	2026-09-12	2027-09-12	标准定位服务	XF20250017	36000	通达运营	2026-09-12 00:00:00+00
1058	101	9057	2027-05-17	2028-05-16	冷链温控服务	XF20250036	36000	通达运营	2027-05-17 00:00:00+00
990001	990001	990001	2026-11-22	2026-11-22	ZZFOREIGNpackage_name	\N	0		2026-11-22 18:16:01.979546+00
\.

copy device_model ("id", "client_id", "name", "kind", "manufacturer", "protocol", "item_profile", "tem_count", "door_count", "oil_count", "camera_count", "status", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
401	101	T8-BD	terminal	星途电子	JT808-2013	gps51	4	1	1	0	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
402	101	T9-BD2	terminal	星途电子	JT808-2019	gps51-reefer	4	2	2	0	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
403	101	V4-1078	terminal	锐视科技	JT808-2013	gps51	0	0	0	4	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
404	101	T5	portable	温途科技	HTTP	gps51	1	0	0	0	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
405	101	TH5	portable	温途科技	HTTP	gps51	2	0	0	0	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
406	101	BL-2	lock	安途锁业	BLE	gps51	0	0	0	0	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNname	terminal	\N	JT808-2013	gps51	0	0	0	0	1		1	2026-11-22 18:16:01.817325+00	2026-11-22 18:16:01.817325+00	\N	\N
\.

copy device_service ("id", "client_id", "device_id", "during", "remark", "created_at", "created_by") from stdin;
1	101	9002	[2026-07-11,2027-07-07)	初始服务期	2026-11-22 18:15:54.622415+00	\N
22	101	9004	[2026-06-27,2027-08-02)	初始服务期	2026-11-22 18:15:54.622415+00	\N
34	101	9021	[2026-02-28,2028-03-10)	初始服务期	2026-11-22 18:15:54.622415+00	\N
46	101	9038	[2025-11-01,2027-09-13)	初始服务期	2026-11-22 18:15:54.622415+00	\N
58	101	9057	[2025-06-21,2028-05-17)	初始服务期	2026-11-22 18:15:54.622415+00	\N
990001	990001	990001	[2000-01-01,)		2026-11-22 18:16:01.980597+00	\N
\.

copy device_state ("vehicle_id", "client_id", "device_id", "last_packet_at", "device_time", "receive_time", "fix_time", "lng", "lat", "live", "stream", "total_mileage_m", "today", "today_mileage_m", "updated_at") from stdin;
990001	990001	1	\N	\N	\N	\N	\N	\N	{}	{}	0	\N	0	2026-11-22 18:16:01.980928+00
\.

copy dirty_day ("vehicle_id", "day", "client_id", "first_at", "due_at", "counted_m", "attempts") from stdin;
990001	2026-11-22	990001	2026-11-22 18:16:01.981462+00	2026-11-22 18:16:01.981462+00	\N	0
\.

copy dock_booking ("id", "client_id", "stop_id", "place_id", "dock", "during", "remark", "created_by", "created_by_name", "created_at") from stdin;
990001	990001	990001	990001	ZZFOREIGNdock	["2000-01-01 00:00:00+00",)		\N		2026-11-22 18:16:01.981974+00
\.

copy driver ("id", "client_id", "org_id", "fleet_id", "name", "phone", "sex", "id_card", "carrier_id", "license_no", "license_class", "first_license_date", "license_end", "qualification_no", "qualification_end", "health_cert_end", "ic_card_no", "emergency_name", "emergency_relation", "emergency_phone", "address", "hire_date", "status", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
201	101	114	161	张建军	13800338000	1	310112196801011019	\N	310112196801011019	A2	1990-06-15	2027-06-10	3101000000019800000	2027-04-21	2027-01-21	D100000	家属	3	13900448000	\N	2025-10-18	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
202	101	114	161	刘永强	13800338001	1	310112197506121033	\N	310112197506121033	B2	1997-06-15	2027-07-17	3101000000019807919	2027-06-13	2027-02-19	D100037	家属	3	13900448001	\N	2025-08-12	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
203	101	114	161	孙志远	13800338002	1	310112198211231053	\N	310112198211231053	B2	2004-06-15	2027-08-23	3101000000019815838	2027-08-05	2027-03-20	D100074	家属	3	13900448002	\N	2025-06-06	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
204	101	114	161	马海涛	13800338003	1	310112198904061077	\N	310112198904061077	A2	2011-06-15	2027-09-29	3101000000019823757	2027-09-27	2027-04-18	D100111	家属	3	13900448003	\N	2025-03-31	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
205	101	114	161	朱国平	13800338004	1	310112199609171091	\N	310112199609171091	B2	2018-06-15	2027-11-05	3101000000019831676	2027-11-19	2027-05-17	D100148	家属	3	13900448004	\N	2025-01-23	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
207	101	114	161	郭立新	13800338006	1	310112198007111134	\N	310112198007111134	A2	2002-06-15	2028-01-18	3101000000019847514	2028-03-04	2027-07-14	D100222	家属	3	13900448006	\N	2024-09-11	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
208	101	114	161	何俊杰	13800338007	1	310112198712221152	\N	310112198712221152	B2	2009-06-15	2028-02-24	3101000000019855433	2028-04-26	2026-12-06	D100259	家属	3	13900448007	\N	2024-07-06	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
209	101	114	161	林德福	13800338008	1	310112199405051178	\N	310112199405051178	B2	2016-06-15	2028-04-01	3101000000019863352	2028-06-18	2027-09-10	D100296	家属	3	13900448008	\N	2024-04-30	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
212	101	114	161	郑光明	13800338011	1	310112198508101233	\N	310112198508101233	B2	2007-06-15	2026-12-01	3101000000019887109	2028-11-24	2027-02-09	D100407	家属	3	13900448011	\N	2023-10-12	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
213	101	114	161	谢长江	13800338012	1	310112199201211256	\N	310112199201211256	A2	2014-06-15	2028-08-27	3101000000019895028	2029-01-16	2027-03-10	D100444	家属	3	13900448012	\N	2023-08-06	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
222	101	115	161	曾庆林	13800338021	1	310112199510081432	\N	310112199510081432	A2	2017-06-15	2029-07-26	3101000000019966299	2030-05-08	2027-01-30	D100777	家属	3	13900448021	\N	2021-12-11	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
223	101	115	161	肖铁柱	13800338022	1	310112197203191456	\N	310112197203191456	B2	1994-06-15	2029-09-01	3101000000019974218	2030-06-30	2027-02-28	D100814	家属	3	13900448022	\N	2021-10-05	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
224	101	115	161	田福来	13800338023	1	310112197908021473	\N	310112197908021473	B2	2001-06-15	2026-11-17	3101000000019982137	2030-08-22	2027-03-29	D100851	家属	3	13900448023	\N	2021-07-30	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
225	101	115	161	董大海	13800338024	1	310112198601131496	\N	310112198601131496	A2	2008-06-15	2029-11-14	3101000000019990056	2030-10-14	2027-04-27	D100888	家属	3	13900448024	\N	2021-05-24	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
226	101	115	161	袁金龙	13800338025	1	310112199306241515	\N	310112199306241515	B2	2015-06-15	2029-12-21	3101000000019997975	2030-12-06	2027-05-26	D100925	家属	3	13900448025	\N	2021-03-18	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
227	101	115	161	潘玉林	13800338026	1	31011219701107153X	\N	31011219701107153X	B2	1992-06-15	2030-01-27	3101000000020005894	2031-01-28	2027-06-24	D100962	家属	3	13900448026	\N	2021-01-10	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
229	101	117	162	蒋新民	13800338028	1	310112198409011574	\N	310112198409011574	B2	2006-06-15	2030-04-11	3101000000020021732	2031-05-14	2027-08-21	D101036	家属	3	13900448028	\N	2020-08-29	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
230	101	117	162	蔡伟明	13800338029	1	310112199102121597	\N	310112199102121597	B2	2013-06-15	2030-05-18	3101000000020029651	2027-05-28	2027-09-19	D101073	家属	3	13900448029	\N	2020-06-23	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
231	101	117	162	余浩然	13800338030	1	310112196807231610	\N	310112196807231610	A2	1990-06-15	2030-06-24	3101000000020037570	2026-12-13	2027-10-18	D101110	家属	3	13900448030	\N	2025-10-08	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
214	101	114	161	宋卫东	13800338013	1	310112196906041273	\N	310112196906041273	B2	1991-06-15	2028-10-03	3101000000019902947	2029-03-10	2027-04-08	D100481	家属	3	13900448013	\N	2023-05-31	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
233	101	117	162	叶志明	13800338032	1	310112198205171656	\N	310112198205171656	B2	2004-06-15	2030-09-06	3101000000020053408	2027-11-03	2027-02-18	D101184	家属	3	13900448032	\N	2025-05-27	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
235	101	117	162	苏建平	13800338034	1	310112199603111696	\N	310112199603111696	B2	2018-06-15	2030-11-19	3101000000020069246	2028-02-17	2027-04-17	D101258	家属	3	13900448034	\N	2025-01-13	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
236	101	117	162	魏保国	13800338035	1	310112197308221711	\N	310112197308221711	B2	1995-06-15	2030-12-26	3101000000020077165	2028-04-10	2027-05-16	D101295	家属	3	13900448035	\N	2024-11-07	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
237	101	117	162	吕向阳	13800338036	1	310112198001051732	\N	310112198001051732	A2	2002-06-15	2031-02-01	3101000000020085084	2028-06-02	2027-06-14	D101332	家属	3	13900448036	\N	2024-09-01	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
238	101	117	162	丁国庆	13800338037	1	310112198706161755	\N	310112198706161755	B2	2009-06-15	2031-03-10	3101000000020093003	2028-07-25	2027-07-13	D101369	家属	3	13900448037	\N	2024-06-26	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
239	101	116	162	任长顺	13800338038	1	310112199411271775	\N	310112199411271775	B2	2016-06-15	2031-04-16	3101000000020100922	2028-09-16	2027-08-11	D101406	家属	3	13900448038	\N	2024-04-20	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
240	101	116	162	沈家明	13800338039	1	310112197104101793	\N	310112197104101793	A2	1993-06-15	2031-05-23	3101000000020108841	2028-11-08	2027-09-09	D101443	家属	3	13900448039	\N	2024-02-13	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
241	101	116	162	姚春雷	13800338040	1	310112197809211810	\N	310112197809211810	B2	2000-06-15	2031-06-29	3101000000020116760	2028-12-31	2027-10-08	D101480	家属	3	13900448040	\N	2023-12-08	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
215	101	114	161	唐建国	13800338014	1	310112197611151293	\N	310112197611151293	B2	1998-06-15	2028-11-09	3101000000019910866	2029-05-02	2027-05-07	D100518	家属	3	13900448014	\N	2023-03-25	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
242	101	116	162	卢伟雄	13800338041	1	310112198502041831	\N	310112198502041831	B2	2007-06-15	2031-08-05	3101000000020124679	2029-02-22	2027-11-06	D101517	家属	3	13900448041	\N	2023-10-02	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
243	101	116	162	姜永胜	13800338042	1	310112199207151856	\N	310112199207151856	A2	2014-06-15	2031-09-11	3101000000020132598	2029-04-16	2027-02-08	D101554	家属	3	13900448042	\N	2023-07-27	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
245	101	116	162	钟启文	13800338044	1	310112197605091896	\N	310112197605091896	B2	1998-06-15	2027-07-08	3101000000020148436	2029-07-31	2027-04-07	D101628	家属	3	13900448044	\N	2023-03-15	2		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
206	101	114	161	胡振华	13800338005	1	310112197302281115	\N	310112197302281115	A2	1995-06-15	2027-12-12	3101000000019839595	2028-01-11	2027-06-15	D100185	家属	3	13900448005	\N	2024-11-17	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
217	101	115	161	韩东升	13800338016	1	310112199009091338	\N	310112199009091338	B2	2012-06-15	2029-01-22	3101000000019926704	2029-08-16	2027-07-04	D100592	家属	3	13900448016	\N	2022-11-11	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
218	101	115	161	冯学军	13800338017	1	310112199702201355	\N	310112199702201355	B2	2019-06-15	2029-02-28	3101000000019934623	2029-10-08	2027-08-02	D100629	家属	3	13900448017	\N	2022-09-05	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
219	101	115	161	邓家豪	13800338018	1	310112197407031374	\N	310112197407031374	A2	1996-06-15	2029-04-06	3101000000019942542	2029-11-30	2027-08-31	D100666	家属	3	13900448018	\N	2022-06-30	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
220	101	115	161	曹明亮	13800338019	1	310112198112141394	\N	310112198112141394	B2	2003-06-15	2029-05-13	3101000000019950461	2030-01-22	2027-09-29	D100703	家属	3	13900448019	\N	2022-04-24	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
221	101	115	161	彭春生	13800338020	1	310112198805251414	\N	310112198805251414	B2	2010-06-15	2029-06-19	3101000000019958380	2030-03-16	2027-10-28	D100740	家属	3	13900448020	\N	2022-02-16	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
228	101	115	161	于占山	13800338027	1	310112197704181555	\N	310112197704181555	A2	1999-06-15	2030-03-05	3101000000020013813	2031-03-22	2027-07-23	D100999	家属	3	13900448027	\N	2020-11-04	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
210	101	114	161	高文斌	13800338009	1	310112197110161194	\N	310112197110161194	A2	1993-06-15	2028-05-08	3101000000019871271	2028-08-10	2027-10-09	D100333	家属	3	13900448009	\N	2024-02-23	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
232	101	117	162	杜少华	13800338031	1	310112197512061639	\N	310112197512061639	A2	1997-06-15	2030-07-31	3101000000020045489	2027-09-11	2027-11-16	D101147	家属	3	13900448031	\N	2025-08-02	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
211	101	114	161	梁小龙	13800338010	1	310112197803271214	\N	310112197803271214	A2	2000-06-15	2028-06-14	3101000000019879190	2028-10-02	2027-11-07	D100370	家属	3	13900448010	\N	2023-12-18	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
234	101	117	162	程万里	13800338033	1	310112198910281674	\N	310112198910281674	A2	2011-06-15	2030-10-13	3101000000020061327	2027-12-26	2027-03-19	D101221	家属	3	13900448033	\N	2025-03-21	1		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	990001	\N	ZZFOREIGNname	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	1		1	2026-11-22 18:16:01.982467+00	2026-11-22 18:16:01.982467+00	\N	\N
\.

copy driver_action ("id", "client_id", "driver_id", "user_id", "action_key", "action", "waybill_id", "stop_seq", "order_code", "acted_at", "lng", "lat", "refused", "message", "entered", "file_ids", "scan_store_id", "created_at") from stdin;
990001	990001	990001	990001	147d4ee7-bcc7-45f5-84f7-be07509d93f7	accept	990001	\N	\N	2026-11-22 18:16:01.982903+00	\N	\N	f		{}	{}	\N	2026-11-22 18:16:01.982903+00
\.

copy driver_card ("id", "client_id", "device_id", "vehicle_id", "at", "inserted", "result", "name", "certificate_no", "id_card", "authority", "valid_until", "driver_id", "received_at") from stdin;
990001	990001	990001	\N	2026-11-22 18:16:01.983654+00	f	\N					\N	\N	2026-11-22 18:16:01.983654+00
\.

copy episode ("id", "client_id", "vehicle_id", "kind", "alarm", "rule_id", "rule_version", "subject", "start_time", "end_time", "confirmed_at", "status", "level", "peak", "limit_value", "lng", "lat", "place_id", "driver_id", "data_gap", "blind_ratio", "values", "announced_at", "handle_status", "calc_time", "handled_by", "handled_name", "handled_at", "handle_remark", "version") from stdin;
990001	990001	990001	ZZFOREIGNkind	f	\N	\N		2026-11-22 18:16:01.984052+00	\N	2026-11-22 18:16:01.984052+00	0	0	\N	\N	\N	\N	\N	\N	f	0	{}	\N	0	2026-11-22 18:16:01.984052+00	\N		\N		1
\.

copy episode_event ("id", "client_id", "vehicle_id", "episode_id", "event", "push", "at", "body") from stdin;
990001	990001	990001	990001	opened	f	2026-11-22 18:16:01.984907+00	{}
\.

copy erp_order ("id", "client_id", "order_no", "order_type", "amount_fen", "paid_fen", "payment_status", "audit_status", "invoice_status", "logistics_company", "logistics_no", "logistics_status", "contract_file_id", "install_status", "salesman", "apply_user", "created_at", "received_at", "renew_order_id", "return_of", "remark", "version") from stdin;
1001	101	DD20260106001	1	2720000	2720000	2	1	2	顺丰速运	SF1400326617	已签收	\N	已安装	陆琪	管理员	2026-01-06 04:00:00+00	2026-01-10 04:00:00+00	\N	\N		1
1003	101	DD20261118003	2	300000	150000	3	1	0	德邦快递	DPK882014	运输中	\N		陆琪	管理员	2026-11-18 04:00:00+00	\N	\N	\N		1
1005	101	DD20261120005	5	520000	0	1	0	0				\N		陆琪	管理员	2026-11-20 04:00:00+00	\N	\N	\N		1
1006	101	DD20261018006	6	6000	6000	2	1	0				\N		陆琪	管理员	2026-10-18 04:00:00+00	\N	\N	\N		1
990001	990001	ZZFOREIGNorder_no	1	0	0	1	0	0				\N				2026-11-22 18:16:01.833011+00	\N	\N	\N		1
\.

copy erp_order_item ("id", "client_id", "order_id", "product_name", "model", "qty", "unit_price_fen", "device_nos") from stdin;
1001	101	1001	车载定位终端		40	68000	{014400260037,00000000014400260074,00000000014400260111,014400260148,014400260185}
1003	101	1003	车载视频终端（租赁）		10	30000	{}
1005	101	1005	蓝牙锁		20	26000	{}
1006	101	1006	流量卡补办		3	2000	{}
990001	990001	990001	ZZFOREIGNproduct_name		1	0	{}
\.

copy export_task ("id", "client_id", "user_id", "module", "file_name", "format", "condition", "endpoint", "params", "status", "progress", "rows", "file_size", "file_path", "fail_reason", "created_at", "finished_at", "expire_at", "requested_at") from stdin;
990001	990001	990001	ZZFOREIGNmodule	ZZFOREIGNfile_name	xlsx		ZZFOREIGNendpoint	{}	0	0	\N	\N	\N	\N	2026-11-22 18:16:01.987582+00	\N	2026-11-29 18:16:01.987582+00	2026-11-22 18:16:01.987582+00
\.

copy facts_carry ("vehicle_id", "day", "client_id", "state") from stdin;
990001	2026-11-22	990001	ZZFOREIGNstate
\.

copy facts_state ("vehicle_id", "client_id", "epoch", "at", "state", "correction_m", "updated_at") from stdin;
990001	990001	0	\N	\N	0	2026-11-22 18:16:01.989061+00
\.

copy fee_reminder ("client_id", "days", "updated_at") from stdin;
990001	{}	2026-11-22 18:16:01.837983+00
\.

copy feedback ("id", "client_id", "user_id", "kind", "company_name", "contact", "phone", "content", "page", "ip", "created_at") from stdin;
990001	\N	\N	ZZFOREIGNkind				ZZFOREIGNcontent		\N	2026-11-22 18:16:01.838606+00
\.

copy file ("id", "client_id", "user_id", "kind", "file_name", "mime", "size_bytes", "sha256", "blob_key", "created_at") from stdin;
990001	990001	990001	ZZFOREIGNkind	ZZFOREIGNfile_name	ZZFOREIGNmime	1	ZZFOREIGNsha256	ZZFOREIGNblob_key	2026-11-22 18:16:01.989694+00
\.

copy fleet ("id", "client_id", "org_id", "name", "sort", "code", "parent_id", "leader_name", "phone", "temperature_type", "dispatch_area", "status", "leader_user_id", "leader_driver_id", "remark", "version", "created_at", "created_by", "updated_at", "updated_by", "deleted_at") from stdin;
990001	990001	990001	ZZFOREIGNname	0	\N	\N	\N	\N	\N	\N	1	\N	\N		1	2026-11-22 18:16:01.9902+00	\N	2026-11-22 18:16:01.9902+00	\N	\N
161	101	112	华东冷链一队	1	HD-01	\N	\N	13800138005	3	上海、江浙沪干线	1	155	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	\N	\N
162	101	113	华南城配	2	HN-01	\N	\N	13800138003	2	广州、深圳	1	153	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	\N	\N
163	101	111	外协车队	3	WX-01	\N	\N	13800138002	3	全国	1	152	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy frontend_config ("client_id", "user_id", "tag", "value", "expires_at", "updated_at") from stdin;
990001	990001	ZZFOREIGNtag	{}	\N	2026-11-22 18:16:01.992198+00
\.

copy import_run ("id", "client_id", "user_id", "user_name", "entity", "file_name", "mode", "added", "updated", "skipped", "created_at", "undone_at", "undone_by", "undone_rows") from stdin;
990001	990001	\N		ZZFOREIGNentity	ZZFOREIGNfile_name	ZZFOREIGNmode	1	1	1	2026-11-22 18:16:01.844768+00	\N	\N	\N
\.

copy import_run_row ("run_id", "client_id", "row_no", "entity_id", "before", "version_after", "undone") from stdin;
990001	990001	1	1	\N	1	f
\.

copy interface_apply ("id", "client_id", "interface_key", "status", "purpose", "daily_calls", "user_id", "user_name", "remark", "created_at", "updated_at", "version") from stdin;
990001	990001	ZZFOREIGNinterface_key	0	ZZFOREIGNpurpose	1	990001	ZZFOREIGNuser_name		2026-11-22 18:16:01.995418+00	2026-11-22 18:16:01.995418+00	1
\.

copy lock_binding ("id", "client_id", "lock_id", "vehicle_id", "door_pos", "name", "during", "created_by") from stdin;
990001	990001	990001	990001		ZZFOREIGNname	["2000-01-01 00:00:00+00",)	\N
\.

copy lock_grant ("auth_id", "client_id", "methods", "time_windows", "fence_store_id", "fence_radius_m", "max_opens", "used_opens") from stdin;
1042	101	{1}	[{"to": "22:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	501	100	20	3
1043	101	{1,2}	[{"to": "22:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	\N	\N	20	3
1044	101	{1}	[]	501	100	0	3
1045	101	{1,2}	[{"to": "22:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	\N	\N	20	3
1046	101	{1}	[{"to": "22:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	501	100	20	3
\.

copy lock_open_log ("id", "client_id", "lock_id", "auth_id", "user_id", "user_name", "action", "way", "allowed", "reason", "lng", "lat", "at") from stdin;
1001	101	521	1042	249	吕顺	1	1	t		\N	\N	2026-11-21 19:00:00+00
1015	101	523	1044	249	吕顺	1	1	t		\N	\N	2026-11-20 07:00:00+00
1002	101	521	1042	249	吕顺	0	1	t		\N	\N	2026-11-21 10:00:00+00
1024	101	525	\N	249	吕顺	0	1	f	现在不在允许时段内（每天 05:00-22:00）	\N	\N	2026-11-20 16:00:00+00
990001	990001	990001	\N	\N		1	1	f		\N	\N	2026-11-22 18:16:01.998064+00
1005	101	521	1042	249	吕顺	1	1	t		\N	\N	2026-11-20 07:00:00+00
\.

copy login_attempt ("key", "failed_count", "window_start", "locked_until") from stdin;
ZZFOREIGNkey	1	2026-11-22 18:16:01.84966+00	\N
\.

copy login_grant ("id", "kind", "secret_sha256", "code", "status", "user_id", "ip", "user_agent", "created_at", "expires_at", "wx_openid", "wx_ticket_sha256") from stdin;
990001	qr	\\x00	ZZFOREIGNcode	0	\N	\N	\N	2026-11-22 18:16:01.850158+00	2026-11-22 18:16:01.850158+00	\N	\N
\.

copy login_log ("id", "client_id", "user_id", "account_code", "event", "ip", "user_agent", "actor_user_id", "actor_name", "session_id", "detail", "at") from stdin;
990001	\N	\N	ZZFOREIGNaccount_code	ZZFOREIGNevent	\N	\N	\N	\N	\N	\N	2026-11-22 18:16:01.85075+00
\.

copy mail_outbox ("id", "message_id", "recipient", "subject", "text", "created_at") from stdin;
990001	ZZFOREIGNmessage_id	ZZFOREIGNrecipient	ZZFOREIGNsubject	ZZFOREIGNtext	2026-11-22 18:16:01.851318+00
\.

copy member_draft ("user_id", "client_id", "plan_id", "items", "updated_at") from stdin;
990001	990001	\N	[]	2026-11-22 18:16:02.000378+00
\.

copy member_order ("id", "client_id", "user_id", "status", "order_no", "plan_id", "plan_name", "device_count", "total_fen", "discount_fen", "pay_fen", "pay_type", "audit_status", "payment_status", "invoice_status", "ticket", "voucher_file_ids", "remit_date", "remit_name", "submitted_at", "pay_trade_no", "paid_at", "expire_at", "apply_user", "audit_user", "audited_at", "reject_reason", "close_reason", "refund_fen", "refund_reason", "refund_by", "refund_by_name", "refunded_at", "refund_user", "version", "created_at") from stdin;
1001	101	151	3	HY202610130915010001	1002	专业版	2	86400	12960	73440	2	1	2	1	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	2026-10-13	鲜达冷链物流有限公司	2026-10-13 06:24:00+00	\N	2026-10-13 06:24:00+00	2026-10-20 04:00:00+00	管理员	运营人员	2026-10-14 04:00:00+00			\N		\N		\N		1	2026-10-13 04:00:00+00
990001	990001	990001	1	ZZFOREIGNorder_no	\N		0	0	0	0	2	0	1	0	\N	{}	\N		\N	\N	\N	\N			\N			\N		\N		\N		1	2026-11-22 18:16:02.001219+00
1002	101	151	5	HY202609080915020001	1003	旗舰版	1	81600	12240	69360	2	1	5	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	2026-09-08	鲜达冷链物流有限公司	2026-09-08 06:24:00+00	\N	2026-09-08 06:24:00+00	2026-09-15 04:00:00+00	管理员	运营人员	2026-09-09 04:00:00+00			67460	设备拆除，未使用部分退款	\N		2026-09-18 04:00:00+00	财务审核	1	2026-09-08 04:00:00+00
1003	101	151	4	HY202611160915030001	1002	专业版	3	64800	3240	61560	2	9	1	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	2026-11-16	鲜达冷链物流有限公司	2026-11-16 06:24:00+00	\N	\N	2026-11-23 04:00:00+00	管理员	运营人员	2026-11-17 04:00:00+00	凭证金额与订单应付金额不一致，请核对后重新上传		\N		\N		\N		1	2026-11-16 04:00:00+00
1004	101	151	6	HY202611020915040001	1001	标准版	1	5400	0	5400	2	8	1	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	\N		\N	\N	\N	2026-11-09 04:00:00+00	管理员		\N		管理员取消	\N		\N		\N		1	2026-11-02 04:00:00+00
1006	101	151	2	HY202611210915060001	1002	专业版	1	3600	0	3600	1	0	2	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	\N		\N	4200202611210001	2026-11-21 06:24:00+00	2026-11-21 04:00:00+00	管理员		\N			\N		\N		\N		1	2026-11-21 04:00:00+00
1007	101	151	8	HY202611200915070001	1002	专业版	4	172800	25920	146880	2	0	1	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	2026-11-20	鲜达冷链物流有限公司	2026-11-20 06:24:00+00	\N	\N	2026-11-27 04:00:00+00	管理员		\N			\N		\N		\N		1	2026-11-20 04:00:00+00
1008	101	151	7	HY202611210915080001	1002	专业版	2	86400	12960	73440	2	0	1	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	\N		\N	\N	\N	2026-11-28 04:00:00+00	管理员		\N			\N		\N		\N		1	2026-11-21 04:00:00+00
1009	101	151	1	HY202611220915090001	1001	标准版	1	21600	3240	18360	1	0	1	0	{"bank": null, "type": 1, "email": "caiwu@xianda.example", "phone": null, "taxNo": "91310118MA1JL26X7K", "title": "鲜达冷链物流有限公司", "address": null, "bankAccount": null}	{}	\N		\N	\N	\N	2026-11-29 04:00:00+00	管理员		\N			\N		\N		\N		1	2026-11-22 04:00:00+00
\.

copy member_order_item ("id", "client_id", "order_id", "device_id", "terminal_no", "plate_no", "model", "months", "list_price_fen", "amount_fen", "start_date", "end_date") from stdin;
1001	101	1001	9001	014400260037	沪A3F618	T8-BD	12	43200	36720	2026-10-14	2027-10-13
1013	101	1007	9025	014400260925	沪C9S250	T8-BD	12	43200	36720	\N	\N
1017	101	1009	9036	014400261332	粤BD58214	T8-BD	12	21600	18360	\N	\N
990001	990001	990001	990001	ZZFOREIGNterminal_no			1	1	1	\N	\N
1004	101	1003	9031	00000000014400261147	粤B3F947	T9-BD2	6	21600	20520	\N	\N
1007	101	1004	9038	014400261406	粤BD41790	T8-BD	3	5400	5400	\N	\N
\.

copy member_period ("id", "client_id", "device_id", "plan_id", "order_id", "start_date", "end_date") from stdin;
1001	101	9003	1003	\N	2026-05-06	2027-04-05
1017	101	9019	1001	\N	2026-05-06	2027-03-28
1023	101	9025	1002	\N	2025-12-17	2026-11-30
1003	101	9005	1002	\N	2026-05-06	2027-06-18
1036	101	9002	1002	1001	2026-10-14	2027-10-13
\.

copy member_plan ("id", "name", "level", "benefits", "quotas", "models", "status", "sort") from stdin;
1001	标准版	1	[{"code": "storage", "name": "轨迹与温度保存", "valueText": "6个月"}, {"code": "sms", "name": "报警短信", "valueText": "每月20条"}, {"code": "export", "name": "单次导出", "valueText": "1万行"}, {"code": "video", "name": "视频时长", "valueText": "不含"}, {"code": "service", "name": "服务支持", "valueText": "工作日客服"}]	{}	{T8-BD,T9-BD2}	1	1
1002	专业版	2	[{"code": "storage", "name": "轨迹与温度保存", "valueText": "1年"}, {"code": "sms", "name": "报警短信", "valueText": "每月100条"}, {"code": "export", "name": "单次导出", "valueText": "5万行"}, {"code": "video", "name": "视频时长", "valueText": "每月60分钟"}, {"code": "service", "name": "服务支持", "valueText": "7×12客服"}]	{}	{}	1	2
1003	旗舰版	3	[{"code": "storage", "name": "轨迹与温度保存", "valueText": "3年"}, {"code": "sms", "name": "报警短信", "valueText": "每月500条"}, {"code": "export", "name": "单次导出", "valueText": "20万行"}, {"code": "video", "name": "视频时长", "valueText": "每月600分钟"}, {"code": "service", "name": "服务支持", "valueText": "专属顾问"}]	{}	{}	1	3
\.

copy member_price ("id", "plan_id", "device_model", "months", "unit_price_fen", "list_price_fen", "promo_text", "effective_from", "effective_to") from stdin;
1001	1001	\N	1	1800	1800		2000-01-01	\N
1013	1003	\N	1	6800	6800		2000-01-01	\N
1017	1003	\N	24	130560	163200	两年8折	2000-01-01	\N
1004	1001	\N	12	18360	21600	一年85折	2000-01-01	\N
1007	1002	\N	1	3600	3600		2000-01-01	\N
\.

copy message ("id", "client_id", "category", "type", "type_name", "level", "obj_tag", "obj_name", "title", "content", "vehicle_id", "once_key", "created_at", "expire_at", "menu", "org_ids", "published_by", "withdrawn_at") from stdin;
1002	101	11	11001	服务费通知	\N	device:9040|vehicle:90040	粤A81L36	服务费还有28天到期	车辆粤A81L36的终端014400261480服务期至2026-11-21，还有28天到期，请及时续费。	90040	fee 9040 2026-11-21 30	2026-10-24 00:00:00+00	2026-11-22 18:15:54.622415+00	equipmentCost	\N	\N	\N
1012	101	12	12001	年检到期	\N	vehicle:90058	川AL8046	年检还有30天到期	车辆川AL8046的年检有效期至2026-11-28，还有30天到期，请提前办理。	90058	due inspect_end 90058 2026-11-28 30	2026-10-29 00:00:00+00	2026-11-22 18:15:54.622415+00	vehicle	\N	\N	\N
1107	101	12	12006	车辆证件到期	\N	vehicle:90014	沪D71952	商业险还有30天到期	车辆沪D71952的商业险有效期至2026-12-14，还有30天到期，请提前办理。	90014	due paper commercial 90014 2026-12-14 30	2026-11-14 00:00:00+00	\N	vehicle	\N	\N	\N
1001	101	12	12001	年检到期	\N	vehicle:90045	粤A9B574	年检还有17天到期	车辆粤A9B574的年检有效期至2026-11-10，还有17天到期，请提前办理。	90045	due inspect_end 90045 2026-11-10 30	2026-10-24 00:00:00+00	2026-11-22 18:15:54.622415+00	vehicle	\N	\N	\N
1161	101	12	12006	车辆证件到期	\N	vehicle:90045	粤A9B574	二级维护今天到期	车辆粤A9B574的二级维护有效期至2026-11-19，今天到期，请提前办理。	90045	due paper maintain 90045 2026-11-19 0	2026-11-19 00:00:00+00	2026-11-22 18:15:54.622415+00	vehicle	\N	\N	\N
1180	101	12	12001	年检到期	\N	vehicle:90058	川AL8046	年检还有7天到期	车辆川AL8046的年检有效期至2026-11-28，还有7天到期，请提前办理。	90058	due inspect_end 90058 2026-11-28 7	2026-11-21 00:00:00+00	\N	vehicle	\N	\N	\N
1135	101	12	12001	年检到期	\N	vehicle:90005	沪D38T62	年检还有15天到期	车辆沪D38T62的年检有效期至2026-12-02，还有15天到期，请提前办理。	90005	due inspect_end 90005 2026-12-02 15	2026-11-17 00:00:00+00	\N	vehicle	\N	\N	\N
1025	101	12	12001	年检到期	\N	vehicle:90005	沪D38T62	年检还有30天到期	车辆沪D38T62的年检有效期至2026-12-02，还有30天到期，请提前办理。	90005	due inspect_end 90005 2026-12-02 30	2026-11-02 00:00:00+00	2026-11-22 18:15:54.622415+00	vehicle	\N	\N	\N
1026	101	12	12005	探头校准到期	\N	vehicle:90001	沪A3F618	探头校准还有30天到期	车辆沪A3F618的探头前部（JZ26-90001-1）校准有效期至2026-12-02，还有30天到期，请提前安排校准。	90001	due probe 90001 2026-12-02 30	2026-11-02 00:00:00+00	2026-11-22 18:15:54.622415+00	vehicle	\N	\N	\N
1216	103	14	14003	功能更新	\N			消息中心与下载管理改版	消息按车辆报警、设备服务、车务、设备异常、系统公告五类汇总，支持批量已读和导出；证件到期与服务费到期会提前30、15、7、1天提醒。下载管理可重新生成已过期的文件。	\N	demo 消息中心与下载管理改版	2026-11-22 03:00:00+00	2026-12-22 03:00:00+00	\N	\N	\N	\N
\.

copy message_user ("client_id", "message_id", "user_id", "category", "type", "vehicle_id", "created_at", "expire_at", "read_at", "popup") from stdin;
101	1135	231	12	12001	90005	2026-11-17 00:00:00+00	\N	\N	t
101	1161	153	12	12006	90045	2026-11-19 00:00:00+00	2026-11-22 18:15:54.622415+00	\N	t
101	1001	152	12	12001	90045	2026-10-24 00:00:00+00	2026-11-22 18:15:54.622415+00	2026-10-24 02:00:00+00	t
101	1012	152	12	12001	90058	2026-10-29 00:00:00+00	2026-11-22 18:15:54.622415+00	2026-10-29 02:00:00+00	t
101	1025	151	12	12001	90005	2026-11-02 00:00:00+00	2026-11-22 18:15:54.622415+00	2026-11-02 02:00:00+00	t
\.

copy oem_brand ("id", "client_id", "platform_name", "logo_url", "logo_height_px", "login_logo_url", "favicon_url", "copyright", "icp", "service_phone", "service_hours", "service_wechat_url", "domain", "url_name", "enabled", "login_bg_url", "theme_color", "police_icp", "version", "created_at", "updated_at") from stdin;
1001	101	通达	\N	\N	\N	\N			400-800-2026	每天 8:00–22:00	https://work.weixin.qq.com/kfid/demo	\N	\N	t	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00
1002	102	鲜果通	data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2036%2036%22%20width%3D%2236%22%20height%3D%2236%22%3E%3Ccircle%20cx%3D%2218%22%20cy%3D%2221%22%20r%3D%2213%22%20fill%3D%22%23e0662b%22%2F%3E%3Cpath%20d%3D%22M18%208c1-5%205-6%209-6-1%205-4%207-9%206z%22%20fill%3D%22%233d8b4e%22%2F%3E%3Cpath%20d%3D%22M10%2021a8%208%200%200%201%206-7%22%20fill%3D%22none%22%20stroke%3D%22%23fff%22%20stroke-width%3D%222.4%22%20stroke-linecap%3D%22round%22%2F%3E%3C%2Fsvg%3E	\N	data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2036%2036%22%20width%3D%2236%22%20height%3D%2236%22%3E%3Ccircle%20cx%3D%2218%22%20cy%3D%2221%22%20r%3D%2213%22%20fill%3D%22%23e0662b%22%2F%3E%3Cpath%20d%3D%22M18%208c1-5%205-6%209-6-1%205-4%207-9%206z%22%20fill%3D%22%233d8b4e%22%2F%3E%3Cpath%20d%3D%22M10%2021a8%208%200%200%201%206-7%22%20fill%3D%22none%22%20stroke%3D%22%23fff%22%20stroke-width%3D%222.4%22%20stroke-linecap%3D%22round%22%2F%3E%3C%2Fsvg%3E	data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2036%2036%22%20width%3D%2236%22%20height%3D%2236%22%3E%3Ccircle%20cx%3D%2218%22%20cy%3D%2221%22%20r%3D%2213%22%20fill%3D%22%23e0662b%22%2F%3E%3Cpath%20d%3D%22M18%208c1-5%205-6%209-6-1%205-4%207-9%206z%22%20fill%3D%22%233d8b4e%22%2F%3E%3Cpath%20d%3D%22M10%2021a8%208%200%200%201%206-7%22%20fill%3D%22none%22%20stroke%3D%22%23fff%22%20stroke-width%3D%222.4%22%20stroke-linecap%3D%22round%22%2F%3E%3C%2Fsvg%3E			400-800-2026	每天 8:00–22:00		\N	fruit	t	data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%201040%20900%22%20preserveAspectRatio%3D%22xMidYMid%20slice%22%3E%3Cdefs%3E%3ClinearGradient%20id%3D%22s%22%20x1%3D%220%22%20y1%3D%220%22%20x2%3D%220%22%20y2%3D%221%22%3E%3Cstop%20offset%3D%220%22%20stop-color%3D%22%2323402c%22%2F%3E%3Cstop%20offset%3D%22.62%22%20stop-color%3D%22%237d4a1e%22%2F%3E%3Cstop%20offset%3D%221%22%20stop-color%3D%22%23c2571a%22%2F%3E%3C%2FlinearGradient%3E%3C%2Fdefs%3E%3Crect%20width%3D%221040%22%20height%3D%22900%22%20fill%3D%22url(%23s)%22%2F%3E%3Ccircle%20cx%3D%22760%22%20cy%3D%22500%22%20r%3D%2292%22%20fill%3D%22%23f2a65a%22%20opacity%3D%22.85%22%2F%3E%3Cpath%20d%3D%22M0%20610c180-90%20340-70%20520-10s340%2060%20520-30v330H0z%22%20fill%3D%22%232d5a38%22%2F%3E%3Cpath%20d%3D%22M0%20700c220-70%20400-30%20600%2010s300%2030%20440-20v210H0z%22%20fill%3D%22%2324492d%22%2F%3E%3Cpath%20d%3D%22M0%20800c260-60%20460-20%20640%200s280%2010%20400-20v120H0z%22%20fill%3D%22%231a3622%22%2F%3E%3Cg%20fill%3D%22%23e0662b%22%3E%3Ccircle%20cx%3D%22180%22%20cy%3D%22742%22%20r%3D%227%22%2F%3E%3Ccircle%20cx%3D%22232%22%20cy%3D%22760%22%20r%3D%227%22%2F%3E%3Ccircle%20cx%3D%22420%22%20cy%3D%22736%22%20r%3D%227%22%2F%3E%3Ccircle%20cx%3D%22610%22%20cy%3D%22770%22%20r%3D%227%22%2F%3E%3Ccircle%20cx%3D%22690%22%20cy%3D%22748%22%20r%3D%227%22%2F%3E%3Ccircle%20cx%3D%22880%22%20cy%3D%22764%22%20r%3D%227%22%2F%3E%3C%2Fg%3E%3C%2Fsvg%3E	#c2571a		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00
990001	990001	ZZFOREIGNplatform_name	\N	\N	\N	\N						\N	\N	t	\N	\N		1	2026-11-22 18:16:01.862985+00	2026-11-22 18:16:01.862985+00
\.

copy order_item ("id", "client_id", "order_id", "line_no", "cargo_name", "spec", "pack_unit", "pieces", "weight_kg", "volume_m3", "temperature_type", "batch_no", "expire_on", "cargo_id") from stdin;
1016	101	109	1	速冻水饺	\N	箱	148	1184.00	7.696	3	\N	\N	1001
1326	101	276	1	冰淇淋	\N	箱	21	94.50	0.756	3	\N	\N	1003
1193	101	203	3	冻虾仁	\N	箱	43	516.00	1.204	3	\N	\N	1004
1297	101	261	1	冷鲜猪肉	\N	筐	101	1515.00	4.040	2	\N	\N	1011
1355	101	290	3	净菜	\N	筐	58	348.00	2.610	2	\N	\N	1012
990001	990001	990001	1	ZZFOREIGNcargo_name	\N	件	1	1.00	1.000	1	\N	\N	\N
\.

copy order_share ("id", "client_id", "order_id", "token_hash", "expire_at", "revoked_at", "views", "last_view_at", "created_by", "created_by_name", "created_at") from stdin;
990001	990001	990001	ZZFOREIGNtoken_hash	2026-11-22 18:16:02.012654+00	\N	0	\N	\N		2026-11-22 18:16:02.012654+00
\.

copy org ("id", "client_id", "parent_id", "name", "sort", "path", "code", "org_type", "manager_user_id", "phone", "address", "lng", "lat", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
131	103	\N	通达运营	0	{131}	\N	3	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
111	101	\N	总部	0	{111}	\N	1	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
114	101	112	上海干线部	3	{111,112,114}	\N	3	232	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
115	101	112	华东城配部	4	{111,112,115}	\N	3	236	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
113	101	111	华南分公司	2	{111,113}	\N	2	239	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
211	101	112	青浦站	10	{111,112,211}	\N	5	240	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
212	101	112	苏州站	11	{111,112,212}	\N	5	242	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
213	101	111	财务部	12	{111,213}	\N	3	243	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
214	101	111	信息部	13	{111,214}	\N	3	245	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
112	101	111	华东分公司	1	{111,112}	\N	2	155	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	\N	ZZFOREIGNname	0	{990001}	\N	3	\N	\N	\N	\N	\N		1	2026-11-22 18:16:01.866578+00	2026-11-22 18:16:01.866578+00	\N	\N
116	101	113	广州城配部	5	{111,113,116}	\N	3	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
117	101	113	深圳运营部	6	{111,113,117}	\N	3	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy packed_device ("device_id", "vehicle_id", "first_hour", "last_hour") from stdin;
1	1	2026-11-22 18:16:01.867184+00	2026-11-22 18:16:01.867184+00
\.

copy password_history ("id", "client_id", "user_id", "pwd_hash", "at") from stdin;
990001	990001	990001	ZZFOREIGNpwd_hash	2026-11-22 18:16:02.013309+00
\.

copy payee_account ("client_id", "account_name", "bank_name", "account_no") from stdin;
101	通达运营（上海）有限公司	中国银行上海市青浦支行	4559 0888 1001 2026
102	通达运营（上海）有限公司	中国银行上海市青浦支行	4559 0888 1001 2026
990001	ZZFOREIGNaccount_name	ZZFOREIGNbank_name	ZZFOREIGNaccount_no
\.

copy pick_up_item ("id", "client_id", "pick_up_id", "line_no", "cargo_name", "spec", "pack_unit", "temperature_type", "pieces", "weight_kg", "volume_m3", "actual_pieces", "actual_weight_kg", "actual_volume_m3", "product_temp_c") from stdin;
1001	101	1009	1	冻虾仁	\N	箱	3	43	516.00	1.204	\N	\N	\N	\N
1045	101	1084	2	净菜	\N	筐	2	130	780.00	5.850	\N	\N	\N	\N
1084	101	1024	3	草莓	\N	箱	2	67	335.00	2.010	\N	\N	\N	\N
1127	101	1050	1	冷鲜猪肉	\N	筐	2	129	1935.00	5.160	\N	\N	\N	\N
1163	101	1018	3	草莓	\N	箱	2	143	715.00	4.290	\N	\N	\N	\N
990001	990001	990001	1	ZZFOREIGNcargo_name	\N	件	1	1	1.00	1.000	\N	\N	\N	\N
\.

copy pick_up_order ("id", "client_id", "org_id", "pick_up_code", "order_id", "parent_id", "split_flag", "follows_order", "shipper", "ship_phone", "ship_area", "ship_address", "ship_lng", "ship_lat", "place_id", "direct", "plan_from", "plan_to", "temperature_type", "temp_min_c", "temp_max_c", "vehicle_type", "handling", "total_pieces", "total_weight_kg", "total_volume_m3", "actual_pieces", "actual_weight_kg", "actual_volume_m3", "picked_at", "fail_count", "fail_reason", "failed_at", "order_status", "voided_at", "void_reason", "remark", "version", "created_by", "created_at", "updated_by", "updated_at") from stdin;
1001	101	111	TH26112200001	102	\N	0	t	周敏	13600667006	江苏省无锡市新吴区	梅村街道锡达路215号	120.43	31.55	\N	f	2026-11-22 05:00:00+00	2026-11-22 08:00:00+00	2	0.0	8.0	\N	{}	87	783.00	3.770	\N	\N	\N	\N	0	\N	\N	6	2026-11-10 04:00:00+00	客户取消		1	246	2026-11-10 03:00:00+00	\N	2026-11-10 03:00:00+00
1018	101	111	TH26112200018	133	\N	0	t	李强	13600667001	上海市青浦区	华新镇嘉松中路3388号	121.23	31.235	\N	f	2026-11-22 04:00:00+00	2026-11-22 07:00:00+00	2	0.0	8.0	\N	{}	342	2674.00	12.820	\N	\N	\N	\N	0	\N	\N	5	\N	\N		1	246	2026-11-19 02:00:00+00	\N	2026-11-19 02:00:00+00
1024	101	111	TH26112200024	147	\N	0	t	何晓燕	13600667008	广东省广州市白云区	太和镇大源南路18号	113.38	23.3	\N	f	2026-11-22 10:00:00+00	2026-11-22 13:00:00+00	2	0.0	8.0	\N	{}	254	2798.00	9.680	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	246	2026-11-19 08:00:00+00	\N	2026-11-19 08:00:00+00
1005	101	111	TH26112200005	110	\N	0	t	何晓燕	13600667000	上海市嘉定区	江桥镇金沙江西路1555号	121.33	31.245	\N	f	2026-11-22 09:00:00+00	2026-11-22 12:00:00+00	2	0.0	8.0	\N	{}	25	375.00	1.000	\N	\N	\N	\N	0	\N	\N	5	\N	\N		1	246	2026-11-18 16:00:00+00	\N	2026-11-18 16:00:00+00
1009	101	111	TH26112200009	117	\N	0	t	吴海	13600667003	江苏省苏州市吴中区	甪直镇海藏西路88号	120.86	31.262	\N	f	2026-11-22 04:00:00+00	2026-11-22 07:00:00+00	3	-25.0	-18.0	\N	{}	43	516.00	1.204	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	246	2026-11-18 19:20:00+00	\N	2026-11-18 19:20:00+00
1050	101	111	TH26112200050	195	\N	0	t	何晓燕	13600667000	广东省广州市越秀区	广州白云配送中心	113.26	23.13	\N	f	2026-11-22 09:00:00+00	2026-11-22 12:00:00+00	2	0.0	8.0	\N	{}	129	1935.00	5.160	\N	\N	\N	\N	0	\N	\N	2	\N	\N		1	246	2026-11-20 04:00:00+00	\N	2026-11-20 04:00:00+00
1054	101	111	TH26112200054	203	\N	0	t	李强	13600667005	广东省广州市越秀区	广州白云配送中心	113.26	23.13	\N	f	2026-11-22 04:00:00+00	2026-11-22 07:00:00+00	3	-25.0	-18.0	\N	{}	182	1829.00	5.583	\N	\N	\N	\N	0	\N	\N	4	\N	\N		1	246	2026-11-20 08:00:00+00	\N	2026-11-20 08:00:00+00
1058	101	111	TH26112200058	213	\N	0	t	周敏	13600667010	四川省成都市双流区	航空港空港四路77号	103.96	30.58	\N	f	2026-11-22 08:00:00+00	2026-11-22 11:00:00+00	2	0.0	8.0	\N	{}	271	2715.00	11.590	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	246	2026-11-20 12:00:00+00	\N	2026-11-20 12:00:00+00
1084	101	111	TH26112200084	261	\N	0	t	李强	13600667001	上海市青浦区	华新镇嘉松中路3388号	121.23	31.235	\N	f	2026-11-22 07:00:00+00	2026-11-22 10:00:00+00	2	0.0	8.0	\N	{}	250	2390.00	10.460	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	246	2026-11-21 08:00:00+00	\N	2026-11-21 08:00:00+00
1101	101	111	TH26112200101	294	\N	0	t	吴海	13600667007	河北省石家庄市鹿泉区	昌盛大街66号	114.31	38.085	\N	f	2026-11-22 06:00:00+00	2026-11-22 09:00:00+00	3	-25.0	-18.0	\N	{}	5	50.00	0.155	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	246	2026-11-21 22:20:00+00	\N	2026-11-21 22:20:00+00
1086	101	111	TH26112200086	265	\N	0	t	吴海	13600667003	上海市青浦区	鲜果源上海徐汇1店	121.2499629568521	31.16426586719104	346	f	2026-11-22 03:36:05+00	2026-11-22 05:36:05+00	3	-25.0	-18.0	\N	{}	29	290.00	0.899	\N	\N	\N	\N	0	\N	\N	2	\N	\N		1	246	2026-11-21 10:00:00+00	\N	2026-11-21 10:00:00+00
990001	990001	990001	ZZFOREIGNpick_up_code	990001	\N	0	f	ZZFOREIGNshipper	ZZFOREIGNship_phone	ZZFOREIGNship_area	ZZFOREIGNship_address	\N	\N	\N	f	\N	\N	1	\N	\N	\N	{}	1	1.00	1.000	\N	\N	\N	\N	0	\N	\N	1	\N	\N		1	\N	2026-11-22 18:16:02.014457+00	\N	2026-11-22 18:16:02.014457+00
\.

copy place ("id", "client_id", "org_id", "kind", "place_type", "code", "name", "address", "speed_limit_kmh", "buffer_m", "stay_min", "contact", "phone", "color", "tags", "visible", "source", "two_way", "status", "hours", "limit_over_t", "icon", "segments", "remark", "version", "created_at", "created_by", "updated_at", "updated_by", "deleted_at") from stdin;
301	101	112	site	1	\N	上海江桥配送中心		\N	100	3		\N	#2F7DE1	{自营}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
310	101	112	site	1	\N	上海莘庄配送中心		\N	100	3		\N	#2F7DE1	{自营}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
331	101	113	site	1	\N	汕头配送中心		\N	100	3		\N	#2F7DE1	{自营}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
332	101	112	site	1	\N	成都青白江配送中心		\N	100	3		\N	#2F7DE1	{自营}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
341	101	113	site	2	\N	黄埔科学城冷库		\N	50	3		\N	#0891A6	{冷链}	1	1	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
344	101	113	site	3	\N	番禺大石门店		\N	50	3		\N	#7C4DDB	{}	1	1	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
356	101	113	line	11	\N	广州冷链环线走廊		60	0	3		\N	#0E9F55	{}	1	5	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
401	101	112	site	3	\N	鲜果源上海徐汇1店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
402	101	112	site	3	\N	盒鲜生上海闵行2店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
403	101	112	site	3	\N	百味超市上海长宁3店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
404	101	112	site	3	\N	惠民生鲜上海普陀4店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
406	101	112	site	3	\N	海港水产上海浦东6店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
420	101	112	site	3	\N	盒鲜生上海普陀20店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
347	101	112	site	1	\N	杭州城配中心		\N	100	3		\N	#2F7DE1	{}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
349	101	113	site	1	\N	深圳城配中心		\N	100	3		\N	#2F7DE1	{}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
442	101	112	site	3	\N	海港水产杭州萧山18店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
443	101	112	site	3	\N	鲜果源杭州拱墅19店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
455	101	113	site	3	\N	鲜果源广州天河7店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
461	101	113	site	3	\N	鲜果源广州天河13店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
434	101	112	site	3	\N	惠民生鲜杭州余杭10店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
435	101	112	site	3	\N	优选便利杭州临平11店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
489	101	113	site	3	\N	优选便利深圳龙华17店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
497	101	112	site	2	\N	上海江桥客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
498	101	112	site	2	\N	苏州相城客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
499	101	112	site	2	\N	无锡新吴客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
502	101	112	site	2	\N	上海莘庄客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
504	101	112	site	2	\N	杭州余杭客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
505	101	111	site	2	\N	北京大兴客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
506	101	111	site	2	\N	保定客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
507	101	111	site	2	\N	石家庄客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
510	101	113	site	2	\N	深圳布吉客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
511	101	113	site	2	\N	惠州惠阳客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
517	101	111	site	2	\N	广元客户仓		\N	50	3		\N	#0891A6	{}	1	2	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
481	101	113	site	3	\N	百味超市深圳宝安9店		\N	50	3		\N	#7C4DDB	{}	1	2	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
306	101	112	site	2	\N	常州武进冷库		\N	50	3		\N	#0891A6	{冷链}	2	1	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
339	101	113	site	1	\N	广州白云配送中心		\N	100	3		\N	#2F7DE1	{自营}	2	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
342	101	113	site	2	\N	黄埔鱼珠冷库		\N	50	3		\N	#0891A6	{冷链}	2	1	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
345	101	113	site	2	\N	荔湾芳村冷库		\N	50	3		\N	#0891A6	{冷链}	2	1	t	1	[]	\N	仓	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
348	101	113	site	1	\N	广州城配中心		\N	100	3		\N	#2F7DE1	{}	2	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
354	101	112	line	11	\N	沪宁干线走廊		90	0	3		\N	#0E9F55	{}	2	5	t	1	[]	\N		[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
309	101	112	site	1	\N	南京江宁配送中心		\N	100	3		\N	#2F7DE1	{自营}	2	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
346	101	211	site	1	\N	上海城配中心		\N	100	3		\N	#2F7DE1	{}	1	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
990001	990001	990001	region	1	\N	ZZFOREIGNname		\N	50	3		\N	#2F7DE1	{}	1	1	t	1	[]	\N		[]		1	2026-11-22 18:16:01.870764+00	\N	2026-11-22 18:16:01.870764+00	\N	\N
315	101	112	site	1	\N	杭州余杭配送中心		\N	100	3		\N	#2F7DE1	{自营}	2	1	t	1	[]	\N	配	[]		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
\.

copy place_shape ("id", "client_id", "place_id", "during", "kind", "geometry", "radius_m", "adcode", "west", "south", "east", "north", "lng", "lat", "area_m2", "length_m", "buffer_m", "stay_min", "speed_limit_kmh", "segments", "created_by") from stdin;
1	101	301	["2026-08-24 04:00:00+00",)	polygon	{"type": "Polygon", "coordinates": [[[121.3764, 31.2484], [121.383, 31.2476], [121.3837, 31.2514], [121.3806, 31.2525], [121.377, 31.2522], [121.3764, 31.2484]]]}	\N	\N	121.37534801701031	31.246700679634387	121.38475198298967	31.253399320365613	121.38004999999998	31.25005	298455.7137571369	0	100	3	\N	[]	151
44	101	344	["2026-08-24 04:00:00+00",)	circle	{"type": "Point", "coordinates": [113.3, 23]}	200	\N	113.29755749428503	22.997751699085967	113.30244250571496	23.002248300914033	113.3	23	125663.70614359173	0	50	3	\N	[]	151
77	101	420	["2026-08-24 04:00:00+00",)	circle	{"type": "Point", "coordinates": [121.404864, 31.231346]}	150	\N	121.40276065303664	31.229547319078243	121.40696768266204	31.233144600540697	121.40486416784934	31.23134595980947	70685.83470577035	0	50	3	\N	[]	151
112	101	455	["2026-08-24 04:00:00+00",)	circle	{"type": "Point", "coordinates": [113.216983, 23.240035]}	150	\N	113.21502585039191	23.238236347596434	113.21894084347251	23.24183362905889	113.21698334693221	23.24003498832766	70685.83470577035	0	50	3	\N	[]	151
118	101	461	["2026-08-24 04:00:00+00",)	circle	{"type": "Point", "coordinates": [113.304234, 23.063539]}	150	\N	113.3022787464115	23.061740344407863	113.30618858556869	23.065337625870317	113.3042336659901	23.06353898513909	70685.83470577035	0	50	3	\N	[]	151
\.

copy planned_call ("id", "client_id", "vehicle_id", "place_id", "plan_ref", "seq", "arrive_at", "leave_at", "cancelled") from stdin;
1	101	90002	301	waybill:1017	1	2026-11-20 22:00:00+00	2026-11-20 22:00:00+00	f
26	101	90021	346	waybill:1023	4	2026-11-22 05:35:35+00	2026-11-22 05:55:35+00	f
45	101	90041	301	waybill:1026	1	2026-11-22 06:30:00+00	2026-11-22 06:30:00+00	f
61	101	90038	301	waybill:1028	1	2026-11-22 13:00:00+00	2026-11-22 13:00:00+00	f
990001	990001	990001	990001	ZZFOREIGNplan_ref	1	2026-11-22 18:16:02.015575+00	\N	f
9	101	90009	309	waybill:1019	1	2026-11-22 02:15:00+00	2026-11-22 02:15:00+00	f
\.

copy portable_device ("id", "client_id", "org_id", "device_no", "name", "model", "sim_no", "usage_mode", "battery_pct", "voltage_v", "charging", "collect_interval_s", "upload_interval_s", "temp_upper_c", "temp_lower_c", "hum_upper_pct", "hum_lower_pct", "bind_type", "bind_vehicle_id", "bind_store_id", "bind_name", "calibration_date", "cert_no", "service_end", "last_seen_at", "status", "model_id", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
501	101	112	WK20261001	保温箱	TH5	14410300000	1	48	3.86	f	300	600	8.0	2.0	\N	\N	1	90010	\N	沪D2416挂	2026-01-26	JZ264000	2027-06-10	2026-11-22 03:58:00+00	1	405		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
512	101	113	WK20261012	冷柜	T5	14410301441	5	85	3.86	f	300	600	8.0	2.0	\N	\N	\N	\N	\N	\N	2026-05-16	JZ264011	2027-10-09	2026-11-22 03:47:00+00	1	404		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	990001	ZZFOREIGNdevice_no		\N	\N	1	\N	\N	f	300	600	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	1	\N		1	2026-11-22 18:16:01.878513+00	2026-11-22 18:16:01.878513+00	\N	\N
503	101	112	WK20261003	冷柜	TH5	14410300262	1	82	3.86	f	300	600	8.0	2.0	\N	\N	1	90012	\N	浙A6E512	2026-02-15	JZ264002	2027-07-02	2026-11-22 03:56:00+00	1	405		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
506	101	113	WK20261006	冷柜	T5	14410300655	1	83	3.86	f	300	600	8.0	2.0	\N	\N	1	90015	\N	浙A2P618	2026-03-17	JZ264005	2026-12-08	2026-11-22 03:53:00+00	1	404		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
508	101	113	WK20261008	医药箱	T5	14410300917	1	67	3.86	f	300	600	8.0	2.0	\N	\N	\N	\N	\N	\N	2026-04-06	JZ264007	2027-08-26	2026-11-22 03:51:00+00	1	404		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
\.

copy position ("device_id", "device_time", "receive_time", "client_id", "vehicle_id", "lng", "lat", "altitude_m", "speed_kmh", "direction_deg", "flags", "odometer_m", "alarm_bits", "status_bits", "temp_c", "hum_pct", "fuel_l", "doors", "extra", "raw_items") from stdin;
1	2026-11-22 18:16:01.879103+00	2026-11-22 18:16:01.879103+00	990001	\N	1	1	1	1	1	1	\N	1	1	\N	\N	\N	\N	\N	\N
1	2026-11-22 18:16:01.88672+00	2026-11-22 18:16:01.88672+00	990001	\N	1	1	1	1	1	1	\N	1	1	\N	\N	\N	\N	\N	\N
\.

copy position_late ("vehicle_id", "hour", "due_at") from stdin;
1	2026-11-22 18:16:01.885999+00	2026-11-22 18:16:01.885999+00
\.

copy position_packing ("one", "packed_until") from stdin;
t	2026-11-22 18:16:01.887168+00
\.

copy position_refile ("device_id", "since", "asked_at") from stdin;
1	2026-11-22 18:16:01.887632+00	2026-11-22 18:16:01.887632+00
\.

copy probe ("id", "client_id", "vehicle_id", "kind", "channel", "name", "zone", "lower_limit", "upper_limit", "alarm", "sn", "cert_no", "cert_end", "cert_date", "pos_x", "pos_y", "camera_type", "correction", "inverse", "snap_channel", "on_source", "set_source", "chiller_protocol") from stdin;
1010	101	90002	chiller	1	冷机	\N	\N	\N	t	\N	\N	\N	\N	\N	\N	\N	0.0	f	\N	开关量	人工设定	\N
1090	101	90015	oil	1	主油箱	\N	\N	\N	t	\N	\N	\N	\N	\N	\N	\N	0.0	f	\N	\N	\N	\N
1249	101	90040	hum	1	前部	\N	\N	\N	f	\N	\N	\N	\N	\N	\N	\N	0.0	f	\N	\N	\N	\N
1369	101	90059	door	1	后门	\N	\N	\N	t	\N	\N	\N	\N	\N	\N	\N	0.0	f	\N	\N	\N	\N
1195	101	90031	tem	2	后部	冷藏区	0.00	8.00	t	TP0900312	JZ26-90031-2	2027-02-21	2026-02-21	0.6666667	0.7	\N	0.0	f	\N	\N	\N	\N
990001	990001	990001	tem	1	ZZFOREIGNname	\N	\N	\N	t	\N	\N	\N	\N	\N	\N	\N	0.0	f	\N	\N	\N	\N
\.

copy probe_version ("id", "client_id", "vehicle_id", "during", "probes", "reason", "created_at", "created_by") from stdin;
1	101	90001	(,)	[{"sn": null, "kind": "chiller", "name": "冷机", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": "开关量", "setSource": "人工设定", "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "door", "name": "后门", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "oil", "name": "主油箱", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900011", "kind": "tem", "name": "前部", "posX": 0.33333334, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90001-1", "certEnd": "2026-12-02", "channel": 1, "inverse": false, "certDate": "2025-12-02", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900012", "kind": "tem", "name": "后部", "posX": 0.6666667, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90001-2", "certEnd": "2027-01-22", "channel": 2, "inverse": false, "certDate": "2026-01-22", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}]	\N	2026-11-22 18:15:54.622415+00	\N
12	101	90012	(,)	[{"sn": null, "kind": "chiller", "name": "冷机", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": "开关量", "setSource": "人工设定", "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "co2", "name": "厢内", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": 5000.00, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "door", "name": "后门", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "hum", "name": "前部", "posX": null, "posY": null, "zone": null, "alarm": false, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "hum", "name": "后部", "posX": null, "posY": null, "zone": null, "alarm": false, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 2, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "oil", "name": "主油箱", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900121", "kind": "tem", "name": "前部", "posX": 0.33333334, "posY": 0.7, "zone": "冷藏区", "alarm": true, "lower": 0.00, "upper": 8.00, "certNo": "JZ26-90012-1", "certEnd": "2027-02-02", "channel": 1, "inverse": false, "certDate": "2026-02-02", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900122", "kind": "tem", "name": "后部", "posX": 0.6666667, "posY": 0.7, "zone": "冷藏区", "alarm": true, "lower": 0.00, "upper": 8.00, "certNo": "JZ26-90012-2", "certEnd": "2027-02-02", "channel": 2, "inverse": false, "certDate": "2026-02-02", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}]	\N	2026-11-22 18:15:54.622415+00	\N
23	101	90023	(,)	[{"sn": null, "kind": "chiller", "name": "冷机", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": "开关量", "setSource": "人工设定", "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "door", "name": "后门", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "oil", "name": "主油箱", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900231", "kind": "tem", "name": "前部", "posX": 0.33333334, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90023-1", "certEnd": "2027-02-13", "channel": 1, "inverse": false, "certDate": "2026-02-13", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900232", "kind": "tem", "name": "后部", "posX": 0.6666667, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90023-2", "certEnd": "2027-02-13", "channel": 2, "inverse": false, "certDate": "2026-02-13", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}]	\N	2026-11-22 18:15:54.622415+00	\N
38	101	90038	(,)	[{"sn": null, "kind": "chiller", "name": "冷机", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": "开关量", "setSource": "人工设定", "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "door", "name": "后门", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900381", "kind": "tem", "name": "前部", "posX": 0.33333334, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90038-1", "certEnd": "2027-02-28", "channel": 1, "inverse": false, "certDate": "2026-02-28", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900382", "kind": "tem", "name": "后部", "posX": 0.6666667, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90038-2", "certEnd": "2027-02-28", "channel": 2, "inverse": false, "certDate": "2026-02-28", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}]	\N	2026-11-22 18:15:54.622415+00	\N
50	101	90050	(,)	[{"sn": null, "kind": "camera", "name": "前方", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": "ADAS", "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "camera", "name": "驾驶员", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 2, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": "DSM", "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "camera", "name": "右侧盲区", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 3, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": "BSD", "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "camera", "name": "货箱", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 4, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": "PT", "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "chiller", "name": "冷机", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": "开关量", "setSource": "人工设定", "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": null, "kind": "door", "name": "后门", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": 4, "chillerProtocol": null}, {"sn": null, "kind": "oil", "name": "主油箱", "posX": null, "posY": null, "zone": null, "alarm": true, "lower": null, "upper": null, "certNo": null, "certEnd": null, "channel": 1, "inverse": false, "certDate": null, "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900501", "kind": "tem", "name": "前部", "posX": 0.33333334, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90050-1", "certEnd": "2027-03-12", "channel": 1, "inverse": false, "certDate": "2026-03-12", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}, {"sn": "TP0900502", "kind": "tem", "name": "后部", "posX": 0.6666667, "posY": 0.7, "zone": "冷冻区", "alarm": true, "lower": -25.00, "upper": -12.00, "certNo": "JZ26-90050-2", "certEnd": "2027-03-12", "channel": 2, "inverse": false, "certDate": "2026-03-12", "onSource": null, "setSource": null, "cameraType": null, "correction": 0.0, "snapChannel": null, "chillerProtocol": null}]	\N	2026-11-22 18:15:54.622415+00	\N
990001	990001	990001	["2000-01-01 00:00:00+00",)	{}	\N	2026-11-22 18:16:02.019191+00	\N
\.

copy push_call ("id", "client_id", "lane", "at") from stdin;
990001	990001	ZZFOREIGNlane	2026-11-22 18:16:01.889681+00
\.

copy push_endpoint ("id", "client_id", "kind", "name", "url", "secret", "options", "per_minute", "enabled", "paused_until", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
990001	990001	1	ZZFOREIGNname	ZZFOREIGNurl		{}	20	t	\N	1	2026-11-22 18:16:01.890454+00	2026-11-22 18:16:01.890454+00	\N	\N
\.

copy push_followup ("id", "client_id", "episode_id", "setting_id", "tier", "round", "n", "due_at") from stdin;
990001	990001	990001	990001	1	0	0	\N
\.

copy push_inbox ("event_id", "client_id") from stdin;
990001	990001
\.

copy push_send ("id", "client_id", "vehicle_id", "episode_id", "setting_id", "occasion", "step", "channel", "recipient", "receiver_name", "user_id", "endpoint_id", "kind", "level", "title", "content", "status", "cause", "parts", "attempts", "due_at", "claimed_until", "batch", "created_at", "sent_at") from stdin;
990001	990001	\N	\N	\N	1	0	1	ZZFOREIGNrecipient	ZZFOREIGNreceiver_name	\N	\N		0	ZZFOREIGNtitle	ZZFOREIGNcontent	0		1	0	2026-11-22 18:16:01.893597+00	\N	\N	2026-11-22 18:16:01.893597+00	\N
\.

copy push_setting ("id", "client_id", "name", "enabled", "kinds", "min_level", "scope", "target_ids", "channels", "receivers", "endpoint_ids", "period", "quiet", "quiet_mode", "quiet_pass_level", "repeat_min", "max_times", "notify_end", "escalation", "template", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
1001	101	冷链质量	t	{temperatureAlarm,humidityAlarm,doorAlarm}	2	1	{}	{1,3,8}	{"driver": false, "manager": false, "roleIds": [], "userIds": ["154"], "contacts": []}	{}	{"spans": [], "weekdays": []}	{"to": "07:00", "from": "22:00"}	1	3	0	3	t	[]			1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
1002	101	调度值班	t	{}	1	1	{}	{2}	{"driver": false, "manager": false, "roleIds": [], "userIds": ["151", "153"], "contacts": []}	{}	{"spans": [], "weekdays": []}	\N	1	3	0	3	f	[]			1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
1003	101	严重报警升级	t	{}	3	1	{}	{2}	{"driver": false, "manager": true, "roleIds": [], "userIds": ["153"], "contacts": []}	{}	{"spans": [], "weekdays": []}	\N	1	3	0	3	t	[{"times": 2, "driver": false, "manager": false, "roleIds": [], "userIds": ["151"], "afterMin": 30, "channels": [2, 3], "contacts": [], "repeatMin": 15, "endpointIds": []}]			1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
990001	990001	ZZFOREIGNname	t	{}	1	1	{}	{}	[]	{}	{"spans": [], "weekdays": []}	\N	1	3	0	3	f	[]			1	2026-11-22 18:16:01.894466+00	2026-11-22 18:16:01.894466+00	\N	\N
\.

copy receipt ("id", "client_id", "order_id", "receipt_no", "receipt_status", "audit_status", "file_ids", "sign_lng", "sign_lat", "sign_distance_m", "due_at", "uploaded_by", "uploaded_at", "audited_by", "audited_at", "audit_remark", "recovered_at", "express_company", "express_no", "sent_at", "received_at", "returned_at", "sign_method", "remark", "version", "created_at", "updated_at", "updated_by") from stdin;
1001	101	163	HD26112200001	0	0	{}	121.531451	31.091841	86	2026-11-30 20:03:16.285+00		\N		\N	\N	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
1013	101	233	HD26112200013	1	1	{}	121.28898	30.998424	86	2026-12-02 03:09:50+00	尤佳	2026-11-22 04:00:00+00	尤佳	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
1017	101	232	HD26112200017	1	9	{}	113.330769	23.200363	86	2026-12-02 03:46:00+00	尤佳	2026-11-22 04:00:00+00	尤佳	2026-11-22 04:00:00+00	签名看不清，请重新拍照	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
990001	990001	990001	ZZFOREIGNreceipt_no	0	0	{}	\N	\N	\N	2026-11-22 18:16:02.021698+00		\N		\N	\N	\N	\N	\N	\N	\N	\N	\N		1	2026-11-22 18:16:02.021698+00	2026-11-22 18:16:02.021698+00	\N
1006	101	129	HD26112200006	3	1	{}	113.267345	23.160628	86	2026-12-01 11:11:20.059+00	尤佳	2026-11-21 12:11:20.059+00	尤佳	2026-11-21 13:11:20.059+00	\N	2026-11-21 19:11:20.059+00	顺丰速运	SF1380039595	2026-11-21 21:11:20.059+00	\N	\N	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
\.

copy receipt_item ("id", "client_id", "receipt_id", "line_no", "cargo_name", "spec", "pack_unit", "temperature_type", "plan_pieces", "plan_weight_kg", "plan_volume_m3", "receive_pieces", "receive_weight_kg", "receive_volume_m3", "damaged_pieces", "product_temp_c") from stdin;
1001	101	1024	1	净菜	\N	筐	2	146	876.00	6.570	0	0.00	0.000	0	\N
1022	101	1019	3	净菜	\N	筐	2	106	636.00	4.770	106	636.00	4.770	0	4.2
1035	101	1010	1	巴氏鲜奶	\N	筐	2	132	1452.00	4.488	130	1430.00	4.420	0	4.2
1048	101	1001	3	巴氏鲜奶	\N	筐	2	28	308.00	0.952	28	308.00	0.952	0	4.2
1060	101	1028	3	冷冻鸡翅	\N	箱	3	105	1050.00	3.255	105	1050.00	3.255	0	-19.2
990001	990001	990001	1	ZZFOREIGNcargo_name	\N	件	1	1	1.00	1.000	0	0.00	0.000	0	\N
\.

copy receipt_order ("id", "client_id", "org_id", "receipt_code", "order_id", "pick_up_id", "waybill_id", "place_id", "receive_type", "receipt_status", "plan_pieces", "receive_pieces", "receive_weight_kg", "receive_volume_m3", "damaged_pieces", "short_pieces", "over_pieces", "product_temp_c", "box_temp_c", "warehouse_area", "over_reason", "receiver_user", "received_at", "voided_at", "void_reason", "remark", "version", "created_by", "created_at", "updated_by", "updated_at") from stdin;
1001	101	111	SH26112200001	115	\N	\N	309	1	3	277	277	1663.00	10.072	0	0	0	4.2	\N	\N	\N	王仓管	2026-11-22 03:43:00+00	\N	\N		1	246	2026-11-18 18:30:00+00	\N	2026-11-18 18:30:00+00
1008	101	111	SH26112200008	138	\N	\N	310	1	1	215	0	0.00	0.000	0	0	0	\N	\N	\N	\N		\N	\N	\N		1	246	2026-11-19 03:30:00+00	\N	2026-11-19 03:30:00+00
1010	101	111	SH26112200010	146	\N	\N	309	1	3	153	151	1745.00	5.260	0	2	0	4.2	\N	\N	\N	王仓管	2026-11-22 01:10:00+00	\N	\N		1	246	2026-11-19 07:30:00+00	\N	2026-11-19 07:30:00+00
1015	101	111	SH26112200015	167	\N	\N	301	1	3	65	63	331.00	2.130	0	2	0	4.2	\N	\N	\N	王仓管	2026-11-21 23:45:00+00	\N	\N		1	246	2026-11-19 16:30:00+00	\N	2026-11-19 16:30:00+00
1019	101	111	SH26112200019	179	\N	\N	309	1	3	231	231	2319.00	9.482	0	0	0	4.2	\N	\N	\N	王仓管	2026-11-21 22:37:00+00	\N	\N		1	246	2026-11-19 21:30:00+00	\N	2026-11-19 21:30:00+00
1021	101	111	SH26112200021	183	\N	\N	301	1	3	116	116	1276.00	3.944	0	0	0	4.2	\N	\N	\N	王仓管	2026-11-21 22:03:00+00	\N	\N		1	246	2026-11-19 23:30:00+00	\N	2026-11-19 23:30:00+00
990001	990001	990001	ZZFOREIGNreceipt_code	990001	\N	\N	990001	1	1	1	0	0.00	0.000	0	0	0	\N	\N	\N	\N		\N	\N	\N		1	\N	2026-11-22 18:16:02.024506+00	\N	2026-11-22 18:16:02.024506+00
1024	101	111	SH26112200024	196	\N	\N	301	1	1	181	0	0.00	0.000	0	0	0	\N	\N	\N	\N		\N	\N	\N		1	246	2026-11-20 04:30:00+00	\N	2026-11-20 04:30:00+00
1026	101	111	SH26112200026	121	\N	1017	309	3	3	150	150	1383.00	4.663	0	0	0	-19.2	\N	\N	\N	王仓管	2026-11-21 04:35:00.584+00	\N	\N		1	\N	2026-11-21 04:23:00.584+00	\N	2026-11-22 18:15:54.622415+00
1028	101	111	SH26112200028	141	\N	1017	309	3	3	228	228	2222.00	8.523	0	0	0	-19.2	\N	\N	\N	王仓管	2026-11-21 04:35:00.584+00	\N	\N		1	\N	2026-11-21 04:23:00.584+00	\N	2026-11-22 18:15:54.622415+00
\.

copy receiver_sign_link ("id", "client_id", "order_id", "leg_id", "token_hash", "expire_at", "revoked_at", "used_at", "file_id", "created_by", "created_by_name", "created_at") from stdin;
990001	990001	990001	990001	ZZFOREIGNtoken_hash	2026-11-22 18:16:02.066327+00	\N	\N	\N	\N		2026-11-22 18:16:02.066327+00
\.

copy reload_record ("id", "client_id", "waybill_id", "new_waybill_id", "reason", "remark", "place_id", "place_name", "lng", "lat", "reload_at", "lines", "operator", "file_ids", "created_at", "created_by") from stdin;
1001	101	1001	1029	2	冷机停机，货温未超	\N	途中换装	117.31722049999999	27.13912	2026-11-20 15:32:58.205+00	[{"over": 0, "moved": 25, "short": 0, "loaded": 25, "orderCode": "DD26111900001", "productTemp": 4.9}, {"over": 0, "moved": 51, "short": 0, "loaded": 51, "orderCode": "DD26111900019", "productTemp": 4.9}]	王志强	{}	2026-11-22 18:15:54.622415+00	\N
990001	990001	990001	990001	1		\N	ZZFOREIGNplace_name	\N	\N	2026-11-22 18:16:02.025954+00	[]		{}	2026-11-22 18:16:02.025954+00	\N
\.

copy renew_draft ("user_id", "client_id", "items", "updated_at") from stdin;
990001	990001	{}	2026-11-22 18:16:02.026572+00
\.

copy renew_order ("id", "client_id", "order_no", "device_count", "amount_fen", "discount_fen", "pay_type", "renew_status", "payment_status", "invoice_status", "transfer_code", "voucher_file_id", "voucher_at", "ticket", "apply_user_id", "apply_user", "created_at", "expire_at", "paid_at", "audit_user", "audited_at", "cancel_reason", "version") from stdin;
1001	101	XF20261122080000001	2	72000	0	2	4	1	0	638102	\N	\N	\N	151	管理员	2026-11-21 04:00:00+00	2026-11-28 04:00:00+00	\N		\N		1
990001	990001	ZZFOREIGNorder_no	1	1	0	1	1	1	0	ZZFOREIGNtransfer_code	\N	\N	\N	\N		2026-11-22 18:16:01.905706+00	2026-11-22 18:16:01.905706+00	\N		\N		1
\.

copy renew_order_item ("id", "client_id", "order_id", "device_id", "terminal_no", "plate_no", "model", "years", "unit_price_fen", "amount_fen", "old_end", "new_end", "open") from stdin;
1001	101	1001	9040	014400261480	粤A81L36	T8-BD	1	36000	36000	2026-11-21	\N	t
1002	101	1001	9031	00000000014400261147	粤B3F947	T9-BD2	1	36000	36000	2027-06-13	\N	t
990001	990001	990001	990001	ZZFOREIGNterminal_no			1	1	1	\N	\N	t
\.

copy resource_auth ("id", "client_id", "resource_kind", "resource_id", "org_id", "user_id", "inherit", "rights", "valid_from", "valid_until", "granted_by", "granted_at", "revoked_at", "revoked_by", "remark", "version", "updated_at", "updated_by", "deleted_at") from stdin;
1001	101	vehicle	90001	\N	156	f	{view}	2026-11-22 18:15:54.622415+00	\N	\N	2026-11-22 18:15:54.622415+00	\N	\N		1	2026-11-22 18:15:54.622415+00	\N	\N
1019	101	vehicle	90009	\N	249	f	{view}	2026-10-23 04:00:00+00	2026-12-12 04:00:00+00	151	2026-10-23 04:00:00+00	\N	\N	承运商协作	1	2026-11-22 18:15:54.622415+00	\N	\N
1028	101	vehicle	90056	\N	246	f	{view}	2026-10-23 04:00:00+00	\N	151	2026-10-23 04:00:00+00	\N	\N		1	2026-11-22 18:15:54.622415+00	\N	\N
1036	101	store	501	\N	249	f	{view}	2026-11-07 04:00:00+00	2026-12-17 04:00:00+00	151	2026-11-07 04:00:00+00	\N	\N	承运商送货门店	1	2026-11-22 18:15:54.622415+00	\N	\N
1042	101	lock	521	\N	249	f	{view,control}	2026-11-12 04:00:00+00	2027-02-20 04:00:00+00	151	2026-11-12 04:00:00+00	\N	\N	送货开锁	1	2026-11-22 18:15:54.622415+00	\N	\N
1043	101	lock	522	\N	248	f	{view,control}	2026-11-12 04:00:00+00	2027-02-20 04:00:00+00	151	2026-11-12 04:00:00+00	\N	\N	送货开锁	1	2026-11-22 18:15:54.622415+00	\N	\N
1044	101	lock	523	\N	249	f	{view,control}	2026-11-12 04:00:00+00	2027-02-20 04:00:00+00	151	2026-11-12 04:00:00+00	\N	\N	送货开锁	1	2026-11-22 18:15:54.622415+00	\N	\N
1045	101	lock	524	\N	248	f	{view,control}	2026-11-12 04:00:00+00	2027-02-20 04:00:00+00	151	2026-11-12 04:00:00+00	\N	\N	送货开锁	1	2026-11-22 18:15:54.622415+00	\N	\N
1046	101	lock	525	\N	249	f	{view,control}	2026-11-12 04:00:00+00	2027-02-20 04:00:00+00	151	2026-11-12 04:00:00+00	\N	\N	送货开锁	1	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	vehicle	1	990001	\N	f	{view}	2026-11-22 18:16:01.908133+00	\N	\N	2026-11-22 18:16:01.908133+00	\N	\N		1	2026-11-22 18:16:01.908133+00	\N	\N
\.

copy resource_document ("id", "client_id", "entity", "entity_id", "doc_type", "file_id", "file_name", "file_size", "mime", "created_at", "created_by") from stdin;
990001	990001	ZZFOREIGNentity	1	ZZFOREIGNdoc_type	ZZFOREIGNfile_id	ZZFOREIGNfile_name	1	ZZFOREIGNmime	2026-11-22 18:16:01.908881+00	\N
\.

copy role ("id", "client_id", "name", "all_rights", "code", "status", "preset", "data_scope", "masks", "remark", "version", "created_at", "updated_at", "updated_by") from stdin;
222	101	调度员	f	DISPATCHER	1	f	2	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
223	101	站点操作员	f	STATION	1	f	2	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
225	101	客服	f	SERVICE	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
226	101	司机(H5)	f	DRIVER	1	f	3	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
228	101	只读监控	f	READONLY	1	f	4	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
141	101	企业管理员	t	ADMIN	1	t	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
990001	990001	ZZFOREIGNname	f	\N	1	f	1	{}		1	2026-11-22 18:16:01.909809+00	2026-11-22 18:16:01.909809+00	\N
142	101	运输业务	f	\N	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
143	101	调度	f	\N	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
144	101	质量	f	\N	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
145	101	车队长	f	\N	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
147	102	企业管理员	t	\N	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
221	101	调度主管	f	DISPATCH-LEAD	1	f	1	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N
\.

copy role_button ("client_id", "role_id", "menu_id", "path") from stdin;
101	142	10450	member/buy
101	142	900822	businessTracking/waybillTracking/command
101	143	900013	regionalOrSiteManage/export
101	145	10105	customer/manage/import
101	221	900013	regionalOrSiteManage/export
990001	990001	1	ZZFOREIGNpath
\.

copy role_menu ("client_id", "role_id", "menu_key") from stdin;
101	142	communityRoot
101	142	customTemperature
101	143	abnormalReporting
101	145	customReports
101	228	location
990001	990001	ZZFOREIGNmenu_key
\.

copy role_org_scope ("client_id", "role_id", "org_id") from stdin;
101	228	112
101	228	113
990001	990001	990001
\.

copy route_learning ("client_id", "learned_at", "runs") from stdin;
990001	2026-11-22 18:16:01.911837+00	1
\.

copy route_plan ("id", "client_id", "org_id", "plan_no", "name", "plan_type", "vehicle_id", "depart_at", "return_to_start", "plan_mileage_m", "plan_duration_min", "status", "route_id", "keep_last", "sent_at", "sent_by", "line_id", "path", "corridor_m", "started_at", "finished_at", "actual_mileage_m", "deviation_count", "deviation_m", "figured_at", "strategy", "driver_id", "driver_sent_at", "driver_read_at", "avoid_ids", "toll_yuan", "remark", "version", "created_at", "created_by", "updated_at", "updated_by", "deleted_at") from stdin;
601	101	112	GH261122001	上海五店早配	2	90001	2026-11-22 20:30:00+00	f	66100	166	0	\N	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	{}	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
602	101	113	GH261122002	广州四店午配	2	90030	2026-11-23 03:00:00+00	f	66700	128	0	\N	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	{}	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
603	101	112	GH261122003	上海徐汇加单	2	90003	2026-11-21 07:00:00+00	f	9100	12	4	\N	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	{}	\N		1	2026-11-22 18:15:54.622415+00	151	2026-11-22 18:15:54.622415+00	151	\N
604	101	114	GH261122004	上海至南京干线夜班	1	90001	2026-11-21 22:45:00+00	f	265500	229	1	\N	t	2026-11-21 19:45:00+00	151	354	[[121.38, 31.25], [121.36622, 31.256564], [121.334507, 31.275881], [121.286126, 31.298696], [121.262418, 31.311747], [121.236161, 31.32241], [121.223391, 31.330349], [121.209333, 31.336285], [121.196394, 31.34372], [121.183641, 31.347107], [121.1418, 31.366802], [121.110254, 31.375264], [121.082717, 31.381374], [121.068434, 31.38277], [121.051016, 31.38611], [121.022475, 31.388604], [120.996418, 31.388573], [120.978049, 31.387591], [120.95444, 31.384466], [120.923077, 31.382563], [120.902265, 31.383379], [120.881488, 31.381609], [120.852911, 31.382335], [120.831086, 31.378479], [120.810347, 31.371499], [120.77327, 31.361653], [120.741557, 31.350988], [120.734088, 31.349557], [120.72619, 31.350193], [120.706886, 31.349181], [120.673262, 31.353335], [120.66128, 31.356362], [120.645631, 31.356239], [120.627145, 31.360486], [120.619299, 31.363933], [120.606225, 31.367654], [120.575132, 31.385973], [120.561403, 31.392394], [120.552973, 31.395288], [120.530434, 31.406162], [120.523226, 31.408655], [120.511629, 31.414564], [120.480939, 31.441506], [120.473119, 31.446953], [120.436879, 31.467055], [120.42719, 31.473698], [120.416644, 31.47947], [120.403107, 31.490573], [120.380987, 31.503814], [120.367216, 31.514474], [120.356463, 31.519784], [120.34534, 31.530162], [120.315466, 31.550028], [120.297499, 31.565226], [120.276307, 31.578359], [120.246013, 31.591593], [120.234006, 31.601682], [120.213321, 31.612483], [120.200714, 31.621846], [120.182269, 31.63254], [120.155709, 31.652477], [120.149384, 31.655896], [120.138812, 31.665057], [120.123264, 31.674024], [120.117929, 31.678621], [120.105997, 31.686477], [120.088078, 31.695725], [120.065077, 31.712987], [120.053281, 31.718712], [120.037423, 31.728204], [120.0304, 31.734104], [120.004405, 31.75222], [119.99346, 31.756669], [119.975683, 31.767909], [119.96298, 31.774761], [119.951443, 31.779446], [119.942613, 31.787691], [119.936603, 31.791271], [119.928096, 31.794577], [119.91354, 31.804487], [119.902121, 31.810055], [119.894292, 31.817381], [119.866497, 31.834474], [119.842374, 31.845026], [119.826621, 31.854615], [119.814198, 31.8596], [119.802093, 31.868055], [119.787413, 31.876251], [119.767992, 31.884349], [119.759962, 31.88909], [119.749727, 31.897097], [119.722012, 31.912667], [119.701055, 31.921581], [119.681189, 31.9286], [119.668013, 31.935416], [119.655155, 31.939286], [119.642665, 31.946916], [119.631034, 31.952415], [119.612955, 31.957684], [119.601061, 31.965871], [119.586161, 31.972382], [119.574315, 31.980424], [119.557826, 31.9855], [119.533478, 31.997464], [119.518156, 32.002123], [119.503533, 32.008389], [119.490151, 32.012909], [119.479246, 32.018032], [119.461745, 32.023548], [119.446675, 32.029547], [119.416354, 32.036347], [119.40499, 32.040647], [119.373828, 32.049742], [119.330315, 32.063891], [119.316593, 32.066259], [119.289068, 32.074807], [119.274228, 32.07794], [119.234063, 32.08974], [119.21489, 32.09233], [119.201174, 32.09323], [119.186733, 32.096233], [119.167793, 32.097842], [119.157435, 32.100008], [119.150089, 32.100638], [119.137497, 32.100214], [119.108256, 32.102633], [119.084296, 32.102609], [119.061024, 32.100455], [119.029348, 32.089943], [119.016925, 32.086859], [118.987903, 32.077672], [118.96366, 32.072146], [118.942497, 32.06517], [118.93059, 32.058278], [118.909313, 32.05178], [118.9, 32.05]]	500	\N	\N	\N	\N	\N	\N	\N	201	2026-11-21 19:45:00+00	2026-11-21 19:58:00+00	{}	\N		1	2026-11-21 19:45:00+00	151	2026-11-21 19:45:00+00	151	\N
605	101	114	GH261122005	南京至上海干线在途	1	90003	2026-11-22 02:10:00+00	f	265300	226	1	\N	t	2026-11-21 23:10:00+00	151	354	[[118.9, 32.05], [118.909313, 32.05178], [118.93059, 32.058278], [118.942497, 32.06517], [118.96366, 32.072146], [118.987903, 32.077672], [119.016925, 32.086859], [119.029348, 32.089943], [119.061024, 32.100455], [119.084296, 32.102609], [119.108256, 32.102633], [119.137497, 32.100214], [119.150089, 32.100638], [119.157435, 32.100008], [119.167793, 32.097842], [119.186733, 32.096233], [119.201174, 32.09323], [119.21489, 32.09233], [119.234063, 32.08974], [119.274228, 32.07794], [119.289068, 32.074807], [119.316593, 32.066259], [119.330315, 32.063891], [119.373828, 32.049742], [119.40499, 32.040647], [119.416354, 32.036347], [119.446675, 32.029547], [119.461745, 32.023548], [119.479246, 32.018032], [119.490151, 32.012909], [119.503533, 32.008389], [119.518156, 32.002123], [119.533478, 31.997464], [119.557826, 31.9855], [119.574315, 31.980424], [119.586161, 31.972382], [119.601061, 31.965871], [119.612955, 31.957684], [119.631034, 31.952415], [119.642665, 31.946916], [119.655155, 31.939286], [119.668013, 31.935416], [119.681189, 31.9286], [119.701055, 31.921581], [119.722012, 31.912667], [119.749727, 31.897097], [119.759962, 31.88909], [119.767992, 31.884349], [119.787413, 31.876251], [119.802093, 31.868055], [119.814198, 31.8596], [119.826621, 31.854615], [119.842374, 31.845026], [119.866497, 31.834474], [119.894292, 31.817381], [119.902121, 31.810055], [119.91354, 31.804487], [119.928096, 31.794577], [119.936603, 31.791271], [119.942613, 31.787691], [119.951443, 31.779446], [119.96298, 31.774761], [119.975683, 31.767909], [119.99346, 31.756669], [120.004405, 31.75222], [120.0304, 31.734104], [120.037423, 31.728204], [120.053281, 31.718712], [120.065077, 31.712987], [120.088078, 31.695725], [120.105997, 31.686477], [120.117929, 31.678621], [120.123264, 31.674024], [120.138812, 31.665057], [120.149384, 31.655896], [120.155709, 31.652477], [120.182269, 31.63254], [120.200714, 31.621846], [120.213321, 31.612483], [120.234006, 31.601682], [120.246013, 31.591593], [120.276307, 31.578359], [120.297499, 31.565226], [120.315466, 31.550028], [120.34534, 31.530162], [120.356463, 31.519784], [120.367216, 31.514474], [120.380987, 31.503814], [120.403107, 31.490573], [120.416644, 31.47947], [120.42719, 31.473698], [120.436879, 31.467055], [120.473119, 31.446953], [120.480939, 31.441506], [120.511629, 31.414564], [120.523226, 31.408655], [120.530434, 31.406162], [120.552973, 31.395288], [120.561403, 31.392394], [120.575132, 31.385973], [120.606225, 31.367654], [120.619299, 31.363933], [120.627145, 31.360486], [120.645631, 31.356239], [120.66128, 31.356362], [120.673262, 31.353335], [120.706886, 31.349181], [120.72619, 31.350193], [120.734088, 31.349557], [120.741557, 31.350988], [120.77327, 31.361653], [120.810347, 31.371499], [120.831086, 31.378479], [120.852911, 31.382335], [120.881488, 31.381609], [120.902265, 31.383379], [120.923077, 31.382563], [120.95444, 31.384466], [120.978049, 31.387591], [120.996418, 31.388573], [121.022475, 31.388604], [121.051016, 31.38611], [121.068434, 31.38277], [121.082717, 31.381374], [121.110254, 31.375264], [121.1418, 31.366802], [121.183641, 31.347107], [121.196394, 31.34372], [121.209333, 31.336285], [121.223391, 31.330349], [121.236161, 31.32241], [121.262418, 31.311747], [121.286126, 31.298696], [121.334507, 31.275881], [121.36622, 31.256564], [121.38, 31.25]]	500	\N	\N	\N	\N	\N	\N	\N	203	2026-11-21 23:10:00+00	2026-11-21 23:24:00+00	{}	\N		1	2026-11-21 23:10:00+00	151	2026-11-21 23:10:00+00	151	\N
606	101	114	GH261122006	上海至南京干线绕城	1	90002	2026-11-21 19:20:00+00	f	265500	232	1	\N	t	2026-11-21 16:20:00+00	151	354	[[121.38, 31.25], [121.36622, 31.256564], [121.334507, 31.275881], [121.286126, 31.298696], [121.262418, 31.311747], [121.236161, 31.32241], [121.223391, 31.330349], [121.209333, 31.336285], [121.196394, 31.34372], [121.183641, 31.347107], [121.1418, 31.366802], [121.110254, 31.375264], [121.082717, 31.381374], [121.068434, 31.38277], [121.051016, 31.38611], [121.022475, 31.388604], [120.996418, 31.388573], [120.978049, 31.387591], [120.95444, 31.384466], [120.923077, 31.382563], [120.902265, 31.383379], [120.881488, 31.381609], [120.852911, 31.382335], [120.831086, 31.378479], [120.810347, 31.371499], [120.77327, 31.361653], [120.741557, 31.350988], [120.734088, 31.349557], [120.72619, 31.350193], [120.706886, 31.349181], [120.673262, 31.353335], [120.66128, 31.356362], [120.645631, 31.356239], [120.627145, 31.360486], [120.619299, 31.363933], [120.606225, 31.367654], [120.575132, 31.385973], [120.561403, 31.392394], [120.552973, 31.395288], [120.530434, 31.406162], [120.523226, 31.408655], [120.511629, 31.414564], [120.480939, 31.441506], [120.473119, 31.446953], [120.458281, 31.455184], [120.458281, 31.477667], [120.436879, 31.489538], [120.42719, 31.496181], [120.416644, 31.501953], [120.403107, 31.513056], [120.390761, 31.520446], [120.390761, 31.497963], [120.380987, 31.503814], [120.367216, 31.514474], [120.356463, 31.519784], [120.34534, 31.530162], [120.315466, 31.550028], [120.297499, 31.565226], [120.276307, 31.578359], [120.246013, 31.591593], [120.234006, 31.601682], [120.213321, 31.612483], [120.200714, 31.621846], [120.182269, 31.63254], [120.155709, 31.652477], [120.149384, 31.655896], [120.138812, 31.665057], [120.123264, 31.674024], [120.117929, 31.678621], [120.105997, 31.686477], [120.088078, 31.695725], [120.065077, 31.712987], [120.053281, 31.718712], [120.037423, 31.728204], [120.0304, 31.734104], [120.004405, 31.75222], [119.99346, 31.756669], [119.975683, 31.767909], [119.96298, 31.774761], [119.951443, 31.779446], [119.942613, 31.787691], [119.936603, 31.791271], [119.928096, 31.794577], [119.91354, 31.804487], [119.902121, 31.810055], [119.894292, 31.817381], [119.866497, 31.834474], [119.842374, 31.845026], [119.826621, 31.854615], [119.814198, 31.8596], [119.802093, 31.868055], [119.787413, 31.876251], [119.767992, 31.884349], [119.759962, 31.88909], [119.749727, 31.897097], [119.722012, 31.912667], [119.701055, 31.921581], [119.681189, 31.9286], [119.668013, 31.935416], [119.655155, 31.939286], [119.642665, 31.946916], [119.631034, 31.952415], [119.612955, 31.957684], [119.601061, 31.965871], [119.586161, 31.972382], [119.574315, 31.980424], [119.557826, 31.9855], [119.533478, 31.997464], [119.518156, 32.002123], [119.503533, 32.008389], [119.490151, 32.012909], [119.479246, 32.018032], [119.461745, 32.023548], [119.446675, 32.029547], [119.416354, 32.036347], [119.40499, 32.040647], [119.373828, 32.049742], [119.330315, 32.063891], [119.316593, 32.066259], [119.289068, 32.074807], [119.274228, 32.07794], [119.234063, 32.08974], [119.21489, 32.09233], [119.201174, 32.09323], [119.186733, 32.096233], [119.167793, 32.097842], [119.157435, 32.100008], [119.150089, 32.100638], [119.137497, 32.100214], [119.108256, 32.102633], [119.084296, 32.102609], [119.061024, 32.100455], [119.029348, 32.089943], [119.016925, 32.086859], [118.987903, 32.077672], [118.96366, 32.072146], [118.942497, 32.06517], [118.93059, 32.058278], [118.909313, 32.05178], [118.9, 32.05]]	500	\N	\N	\N	\N	\N	\N	\N	202	2026-11-21 16:20:00+00	2026-11-21 16:35:00+00	{}	\N		1	2026-11-21 16:20:00+00	151	2026-11-21 16:20:00+00	151	\N
990001	990001	990001	ZZFOREIGNplan_no	ZZFOREIGNname	1	\N	2026-11-22 18:16:01.91268+00	f	0	0	0	\N	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	{}	\N		1	2026-11-22 18:16:01.91268+00	\N	2026-11-22 18:16:01.91268+00	\N	\N
\.

copy route_plan_stop ("plan_id", "seq", "client_id", "place_id", "name", "lng", "lat", "stay_min", "window_from", "window_to", "distance_m", "drive_min", "arrive_at", "leave_at", "late_min") from stdin;
601	1	101	346	上海城配中心	121.26183337558774	31.102088866752585	20	\N	\N	0	0	2026-11-22 20:30:00+00	2026-11-22 20:30:00+00	0
604	3	101	309	南京江宁配送中心	118.9	32.05	35	\N	\N	111600	85	2026-11-22 02:34:00+00	2026-11-22 03:09:00+00	0
606	1	101	301	上海江桥配送中心	121.38004999999998	31.25005	0	\N	\N	0	0	2026-11-21 19:20:00+00	2026-11-21 19:20:00+00	0
990001	1	990001	\N	ZZFOREIGNname	1	1	0	\N	\N	0	0	2026-11-22 18:16:01.913174+00	2026-11-22 18:16:01.913174+00	0
602	1	101	348	广州城配中心	113.2619675291102	23.108261125286933	20	\N	\N	0	0	2026-11-23 03:00:00+00	2026-11-23 03:00:00+00	0
\.

copy route_run ("id", "client_id", "route_id", "vehicle_id", "depart_at", "arrive_at", "plan_at", "stops", "assessed", "on_time") from stdin;
990001	990001	990001	990001	2026-11-22 18:16:02.028392+00	2026-11-22 18:16:02.028392+00	\N	{}	1	1
\.

copy route_stop ("route_id", "seq", "client_id", "place_id", "point_type", "distance_m", "drive_min", "stay_min", "early_min", "late_min", "assess") from stdin;
701	1	101	301	1	0	0	30	30	15	t
704	4	101	331	2	149900	112	45	30	15	t
706	3	101	342	2	9700	10	20	30	15	t
707	5	101	404	2	17800	36	20	30	15	t
701	4	101	306	2	39200	28	45	30	15	t
990001	1	990001	990001	1	0	0	0	30	15	t
\.

copy route_vehicle ("route_id", "vehicle_id", "client_id", "created_at", "created_by") from stdin;
701	90001	101	2026-11-22 18:15:54.622415+00	151
703	90049	101	2026-11-22 18:15:54.622415+00	151
704	90029	101	2026-11-22 18:15:54.622415+00	151
705	90057	101	2026-11-22 18:15:54.622415+00	151
701	90004	101	2026-11-22 18:15:54.622415+00	151
990001	990001	990001	2026-11-22 18:16:02.029415+00	\N
\.

copy rule_trial ("id", "client_id", "user_id", "rule", "rule_id", "vehicle_ids", "from_day", "to_day", "status", "done", "total", "result", "error", "created_at") from stdin;
990001	990001	1	{}	\N	{}	2026-11-22	2026-11-22	0	0	1	\N		2026-11-22 18:16:01.916918+00
\.

copy service_discount ("id", "client_id", "min_years", "percent") from stdin;
1001	101	2	95
1002	101	3	90
990001	990001	1	1
\.

copy service_price ("id", "client_id", "model", "package_name", "year_price_fen") from stdin;
1001	101	\N	标准定位服务	36000
1002	101	TD-C8	冷链温控服务	54000
990001	990001	\N	ZZFOREIGNpackage_name	1
\.

copy sms_outbox ("id", "phone", "purpose", "text", "created_at") from stdin;
990001	ZZFOREIGNphone	ZZFOREIGNpurpose	ZZFOREIGNtext	2026-11-22 18:16:01.918338+00
\.

copy store ("id", "client_id", "org_id", "customer_id", "place_id", "node_type", "code", "name", "contact", "phone", "province", "city", "district", "address", "time_windows", "unload_min", "cargo_platform", "temperature_types", "vehicle_limit", "status", "learned_lng", "learned_lat", "learned_stays", "visits_30d", "avg_stay_min", "learned_at", "evidence", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
501	101	112	301	401	2	SH-001	鲜果源上海徐汇1店	陈丽	13900216000	上海市		青浦区	青浦区鲜果源上海徐汇1店	[{"to": "09:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	20	0	{2,3}	限高3.2m	1	\N	\N	0	0	\N	\N	{4}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
502	101	112	302	402	2	SH-002	盒鲜生上海闵行2店	王海	13900216001	上海市		闵行区	闵行区盒鲜生上海闵行2店	[{"to": "10:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "06:00"}, {"to": "17:00", "days": [1, 2, 3, 4, 5], "from": "14:00"}]	25	0	{2}		1	\N	\N	0	0	\N	\N	{4}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
503	101	112	303	403	2	SH-003	百味超市上海长宁3店	李娜	13900216002	上海市		松江区	松江区百味超市上海长宁3店	[{"to": "04:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "22:00"}]	30	0	{3}		1	\N	\N	0	0	\N	\N	{4}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
506	101	112	306	406	2	SH-006	海港水产上海浦东6店	郑浩	13900216005	上海市		闵行区	闵行区海港水产上海浦东6店	[{"to": "04:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "22:00"}]	30	0	{2}	6.8米以下	1	\N	\N	0	0	\N	\N	{4}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
534	101	112	310	434	2	HZ-010	惠民生鲜杭州余杭10店	王海	13900216033	浙江省	杭州市	拱墅区	拱墅区惠民生鲜杭州余杭10店	[{"to": "09:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "05:00"}]	20	0	{2}		1	\N	\N	0	0	\N	\N	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
542	101	112	306	442	2	HZ-018	海港水产杭州萧山18店	王海	13900216041	浙江省	杭州市	余杭区	余杭区海港水产杭州萧山18店	[{"to": "04:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "22:00"}]	30	0	{2}		1	\N	\N	0	0	\N	\N	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
581	101	113	309	481	2	SZ-009	百味超市深圳宝安9店	陈丽	13900216080	广东省	深圳市	龙华区	龙华区百味超市深圳宝安9店	[{"to": "04:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "22:00"}]	30	0	{2,3}	限高3.2m	1	\N	\N	0	0	\N	\N	{1,2}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
589	101	113	305	489	2	SZ-017	优选便利深圳龙华17店	陈丽	13900216088	广东省	深圳市	宝安区	宝安区优选便利深圳龙华17店	[{"to": "10:00", "days": [1, 2, 3, 4, 5, 6, 7], "from": "06:00"}, {"to": "17:00", "days": [1, 2, 3, 4, 5], "from": "14:00"}]	25	0	{2,3}		1	\N	\N	0	0	\N	\N	{}		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
990001	990001	990001	\N	\N	2	ZZFOREIGNcode	ZZFOREIGNname		\N					[]	30	0	{}		1	\N	\N	0	0	\N	\N	{}		1	2026-11-22 18:16:01.91883+00	2026-11-22 18:16:01.91883+00	\N	\N
\.

copy store_learning ("client_id", "learned_at", "stays") from stdin;
990001	2026-11-22 18:16:01.920205+00	1
\.

copy survey ("id", "title", "status", "starts_at", "ends_at", "decode_id", "intro", "questions", "anonymous", "finish_tip", "version", "created_at", "created_by_name", "updated_at") from stdin;
990001	ZZFOREIGNtitle	0	2026-11-22 18:16:01.923248+00	\N	ZZFOREIGNdecode_id		[]	f		1	2026-11-22 18:16:01.923248+00		2026-11-22 18:16:01.923248+00
\.

copy survey_answer ("id", "client_id", "survey_id", "respondent", "user_id", "user_name", "answers", "created_at") from stdin;
990001	990001	990001	\\x00	\N	\N	{}	2026-11-22 18:16:01.924123+00
\.

copy survey_client ("client_id", "survey_id") from stdin;
990001	990001
\.

copy tank_table ("id", "client_id", "vehicle_id", "tank", "during", "capacity_l", "points", "idle_l_per_h", "ref_l_per_100km", "rise_l", "rise_percent", "drop_l", "drop_percent") from stdin;
990001	990001	990001	1	["2026-11-22 18:16:02.029788+00",)	\N	{}	\N	\N	\N	\N	\N	\N
\.

copy tms_follow ("client_id", "user_id", "obj_type", "obj_code", "created_at") from stdin;
990001	990001	customerOrder	ZZFOREIGNobj_code	2026-11-22 18:16:02.031039+00
\.

copy tms_hour_speed ("client_id", "hour", "km", "hours") from stdin;
990001	1	0	0
\.

copy tms_operation_log ("id", "client_id", "obj_type", "obj_code", "action", "from_status", "to_status", "operator_id", "operator_name", "source", "lng", "lat", "remark", "at") from stdin;
1	101	customerOrder	DD26110900001	下单	\N	1	246	尤佳	1	\N	\N		2026-11-09 04:00:00+00
990001	990001	ZZFOREIGNobj_type	ZZFOREIGNobj_code	ZZFOREIGNaction	\N	\N	\N		1	\N	\N		2026-11-22 18:16:01.933401+00
658	101	receiptOrder	SH26112200026	收货完成	\N	3	\N	王仓管	1	\N	\N		2026-11-21 04:35:00.584+00
263	101	customerOrder	DD26111900002	发车	\N	4	\N	尤佳	1	\N	\N	YS26112200005	2026-11-20 18:14:00+00
397	101	waybill	PZ26112200006	保存配载	\N	1	\N	尤佳	1	\N	\N		2026-11-22 03:00:00+00
526	101	pickUpOrder	TH26112200022	生成提货单	\N	1	246	尤佳	1	\N	\N		2026-11-19 06:00:00+00
\.

copy tms_settings ("client_id", "auto_depart", "auto_arrive", "skip_loading", "fence_radius_m", "temp_min_rate", "temp_min_coverage", "temp_max_over_min", "temp_door_grace_min", "eta_warn_min", "eta_late_min", "temp_draft_min", "version", "updated_at", "updated_by") from stdin;
990001	t	1	f	300	98.00	90.00	30	15	15	30	15	1	2026-11-22 18:16:01.933884+00	\N
\.

copy transport_route ("id", "client_id", "org_id", "line_id", "code", "name", "route_type", "temperature_types", "weekdays", "depart_times", "toll_fen", "plan_mileage_m", "plan_duration_min", "status", "vehicle_types", "fuel_fen", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
701	101	112	354	HN-01	沪宁冷链干线	1	{3}	{1,2,3,4,5,6,7}	{20:30}	23500	265700	323	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
703	101	111	\N	JZ-01	京郑冷链干线	1	{3}	{1,2,3,4,5,6,7}	{18:00}	61200	629700	608	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
704	101	113	\N	SS-01	深汕沿海线	2	{2,3}	{1,2,3,4,5,6,7}	{04:30}	27600	284700	303	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
705	101	111	\N	CG-01	成广冷链支线	2	{3}	{1,2,3,4,5,6,7}	{22:00}	19400	256500	295	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
706	101	113	356	GZ-LOOP	广州冷链环线	4	{2}	{1,2,3,4,5,6,7}	{06:00,13:30}	\N	71800	133	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
707	101	112	\N	SH-C1	上海徐汇闵行早班	3	{2}	{1,2,3,4,5,6,7}	{04:30}	\N	104700	289	1	{冷藏}	\N		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	151	\N
990001	990001	990001	\N	ZZFOREIGNcode	ZZFOREIGNname	1	{}	{}	{}	\N	0	0	1	{}	\N		1	2026-11-22 18:16:01.936466+00	2026-11-22 18:16:01.936466+00	\N	\N
\.

copy trial_application ("id", "client_id", "client_name", "user_id", "user_code", "user_name", "mobile", "system_code", "status", "applied_at", "version") from stdin;
990001	990001	ZZFOREIGNclient_name	990001	ZZFOREIGNuser_code	ZZFOREIGNuser_name		TMS	0	2026-11-22 18:16:02.031544+00	1
\.

copy truck_pass ("id", "client_id", "place_id", "vehicle_id", "pass_no", "valid_from", "valid_until", "created_by", "created_at") from stdin;
990001	990001	990001	990001		\N	\N	\N	2026-11-22 18:16:02.032833+00
\.

copy unknown_terminal ("phone_key", "first_seen_at", "last_seen_at", "frames", "last_hex", "remote") from stdin;
ZZFOREIGNphone_key	2026-11-22 18:16:01.942693+00	2026-11-22 18:16:01.942693+00	1	\N	\N
\.

copy user_org_scope ("client_id", "user_id", "org_id") from stdin;
101	250	116
101	250	117
990001	990001	990001
\.

copy user_role ("client_id", "user_id", "role_id") from stdin;
101	151	141
101	236	221
101	242	223
101	247	225
990001	990001	990001
101	154	144
\.

copy vehicle ("id", "client_id", "plate_no", "vehicle_color", "remark_no", "org_id", "fleet_id", "carrier_id", "driver_id", "co_driver_id", "contact_phone", "vehicle_cq", "usage_mode", "vehicle_type", "temperature_types", "vehicle_status", "vin", "engine_no", "brand", "fuel_type", "reg_date", "vehicle_length_m", "box_length_m", "box_width_m", "box_height_m", "volume_m3", "load_weight_t", "total_weight_t", "axles", "pallets", "tail_lift", "refrigerator_count", "tank_capacity_l", "ref_oil_100km", "mileage_coefficient", "init_mileage_m", "video_monitoring", "camera_count", "door_count", "tem_count", "oil_count", "license_end", "transport_cert_no", "transport_cert_end", "inspect_end", "insure_end", "service_end", "emission_standard", "plate_date", "escort_id", "cooler_model", "cooler_drive", "idle_oil_lph", "limit_area_ids", "qr_no", "qr_renewed_at", "upkeep_km", "upkeep_days", "zones", "remark", "version", "created_at", "updated_at", "updated_by", "deleted_at") from stdin;
90056	101	川A6H913	0	外协056	117	163	175	211	233	13800238056	1	2	冷藏	{3}	0	LZGJX4T81R2354712	MC07317336	福田欧曼	柴油	2022-03-20	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	29.0	1.000	0	0	0	1	2	1	2028-01-24	310120514328	2028-01-10	2027-04-02	2027-04-13	2028-05-03	国五	2022-03-24	\N	冷王 T-880	独立	2.8	{}	1	\N	\N	\N	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90057	101	川A27P58	0	外协057	117	163	175	212	234	13800238057	1	2	厢式	{1}	0	LZGJX4T84R2355689	MC07317467	解放J6L	柴油	2022-02-25	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	0	400	31.0	1.000	0	0	0	1	1	1	2028-01-27	310120514941	2028-01-14	2027-04-13	2027-04-30	2028-05-16	国六	2022-03-01	\N	\N	\N	2.8	{}	1	\N	\N	\N	[{"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90059	101	川B5K172	0	外协059	117	163	176	214	236	13800238059	1	2	厢式	{1}	0	LZGJX4T81R2357643	MC07317729	重汽豪沃	柴油	2022-01-10	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	0	400	30.0	1.000	0	0	0	1	1	1	2028-02-02	310120516167	2028-01-22	2027-05-05	2027-06-03	2028-06-11	国六	2022-01-14	\N	\N	\N	2.8	{}	1	\N	\N	\N	[{"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90002	101	沪A7K205	0	华东002	114	161	\N	202	224	13800238002	0	1	冷藏	{3}	0	LZGJX4T82R2301954	MC07310262	东风天锦	柴油	2025-08-13	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	31.0	1.000	0	2	4	1	2	1	2027-08-15	310120481226	2027-06-08	2027-02-27	2027-02-24	2027-07-06	国六	2025-08-17	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90049	101	京A8N062	0	外协049	114	163	173	204	226	13800238049	1	2	冷藏	{3}	0	LZGJX4T81R2347873	MC07316419	解放J6L	柴油	2022-08-28	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	2	1	2028-01-03	310120510037	2027-12-13	2027-10-22	2027-10-01	2028-02-02	国六	2022-09-01	\N	冷王 T-880	独立	2.8	{}	1	\N	\N	\N	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90050	101	冀A5R719	0	外协050	114	163	173	205	227	13800238050	1	2	冷藏	{3}	0	LZGJX4T85R2348850	MC07316550	东风天锦	柴油	2022-08-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	27.0	1.000	0	2	4	1	2	1	2028-01-06	310120510650	2027-12-17	2027-11-02	2027-10-18	2028-02-15	国六	2022-08-09	\N	冷王 T-880	独立	2.8	{}	1	\N	\N	\N	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90054	101	豫A7M386	0	外协054	114	163	172	209	231	13800238054	1	2	冷藏	{3}	0	LZGJX4T84R2352758	MC07317074	东风天锦	柴油	2022-05-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	4	1	2028-01-18	310120513102	2028-01-02	2027-03-11	2027-03-10	2028-04-07	国六	2022-05-09	\N	冷王 T-880	独立	2.8	{}	1	\N	\N	\N	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90003	101	沪B6D931	0	华东003	114	161	\N	203	225	13800238003	0	1	冷藏	{3}	0	LZGJX4T86R2302931	MC07310393	重汽豪沃	柴油	2025-07-21	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	28.0	1.000	0	0	0	1	4	1	2027-08-18	310120481839	2027-06-12	2027-03-10	2027-03-13	2027-07-19	国六	2025-07-25	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90012	101	浙A6E512	0	华东012	114	161	\N	212	234	13800238012	0	1	冷藏	{2}	0	LZGJX4T82R2311724	MC07311572	福田欧曼	柴油	2024-12-26	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	31.0	1.000	0	0	0	1	2	1	2027-09-14	310120487356	2027-07-18	2027-06-17	2027-08-13	2027-11-13	国五	2024-12-30	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90013	101	浙A83K06	0	华东013	114	161	\N	213	235	13800238013	0	1	冷藏	{3}	0	LZGJX4T86R2312701	MC07311703	解放J6L	柴油	2024-12-03	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	28.0	1.000	0	0	0	1	2	1	2027-09-17	310120487969	2027-07-22	2027-06-28	2027-08-30	2027-11-26	国六	2024-12-07	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90014	101	沪D71952	0	华东014	114	161	\N	214	236	13800238014	0	1	冷藏	{3}	0	LZGJX4T89R2313678	MC07311834	东风天锦	柴油	2024-11-10	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	2	1	2027-09-20	310120488582	2027-07-26	2027-07-09	2026-12-14	2027-12-09	国六	2024-11-14	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90015	101	浙A2P618	0	华东015	114	161	\N	215	237	13800238015	0	1	冷藏	{2}	0	LZGJX4T82R2314655	MC07311965	重汽豪沃	柴油	2024-10-18	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	27.0	1.000	0	0	0	1	2	1	2027-09-23	310120489195	2027-07-30	2027-07-20	2027-10-03	2027-12-22	国六	2024-10-22	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90017	101	沪C8M216	2	华东017	115	161	\N	217	\N	13800238017	0	1	冷藏	{3}	0	LNVU1CA84R2316609	4HK1312227	福田奥铃	柴油	2024-09-02	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	18.0	1.000	0	2	4	1	2	1	2027-09-29	310120490421	2027-08-07	2027-08-11	2027-11-06	2028-01-17	国六	2024-09-06	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90018	101	沪AD61952	1	华东018	115	161	\N	218	\N	13800238018	0	1	冷藏	{3}	0	LNVU1CA81R2317586	TZ220312358	比亚迪	纯电动	2024-08-10	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	\N	\N	1.000	0	0	0	1	4	0	2027-10-02	310120491034	2027-08-11	2027-08-22	2027-02-06	2028-01-30	新能源	2024-08-14	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90004	101	沪D92157	0	华东004	114	161	\N	204	226	13800238004	0	1	冷藏	{3}	0	LZGJX4T85R2303908	MC07310524	福田欧曼	柴油	2025-06-28	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	2	1	2027-08-21	310120482452	2027-06-16	2027-03-21	2027-03-30	2027-08-01	国五	2025-07-02	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90005	101	沪D38T62	0	华东005	114	161	\N	205	227	13800238005	0	1	冷藏	{3}	0	LZGJX4T82R2304885	MC07310655	解放J6L	柴油	2025-06-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	27.0	1.000	0	0	0	1	2	1	2027-08-24	310120483065	2027-06-20	2026-12-02	2027-04-16	2027-08-14	国六	2025-06-09	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90006	101	沪B1906挂	0	华东006	114	161	\N	206	228	13800238006	0	1	冷藏	{2}	0	LZGJX4T86R2305862	MC07310786	东风天锦	柴油	2025-05-13	17.5	14.60	2.44	2.55	90.80	28.00	49.00	6	33	f	1	400	29.0	1.000	0	0	0	1	2	1	2027-08-27	310120483678	2027-06-24	2027-04-12	2027-05-03	2027-08-27	国六	2025-05-17	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90007	101	沪A5J873	0	华东007	114	161	\N	207	229	13800238007	0	1	冷藏	{3}	0	LZGJX4T85R2306839	MC07310917	重汽豪沃	柴油	2025-04-20	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	31.0	1.000	0	0	0	1	2	1	2027-08-30	310120484291	2027-06-28	2027-04-23	2027-05-20	2027-09-09	国六	2025-04-24	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90009	101	沪B77153	0	华东009	114	161	\N	209	231	13800238009	0	1	冷藏	{2}	0	LZGJX4T86R2308793	MC07311179	解放J6L	柴油	2025-03-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	2	1	2027-09-05	310120485517	2027-07-06	2027-05-15	2027-06-23	2027-10-05	国六	2025-03-09	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90010	101	沪D2416挂	0	华东010	114	161	\N	210	232	13800238010	0	1	冷藏	{3}	0	LZGJX4T8XR2309770	MC07311310	东风天锦	柴油	2025-02-10	17.5	14.60	2.44	2.55	90.80	28.00	49.00	6	33	f	1	400	27.0	1.000	0	0	0	1	2	1	2027-09-08	310120486130	2027-07-10	2027-05-26	2027-07-10	2027-10-18	国六	2025-02-14	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90011	101	沪A9L347	0	华东011	114	161	\N	211	233	13800238011	0	1	冷藏	{3}	0	LZGJX4T89R2310747	MC07311441	重汽豪沃	柴油	2025-01-18	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	29.0	1.000	0	0	0	1	2	1	2027-09-11	310120486743	2027-07-14	2027-06-06	2027-07-27	2027-10-31	国六	2025-01-22	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90019	101	沪C3N705	2	华东019	115	161	\N	219	\N	13800238019	0	1	冷藏	{2}	0	LNVU1CA85R2318563	4HK1312489	庆铃五十铃	柴油	2024-07-18	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	20.0	1.000	0	0	0	1	2	1	2027-10-05	310120491647	2027-08-15	2027-09-02	2027-02-23	2028-02-12	国六	2024-07-22	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90029	101	粤B7A619	0	华南029	117	162	\N	229	206	13800238029	0	1	冷藏	{3}	0	LZGJX4T86R2328333	MC07313799	解放J6L	柴油	2023-12-01	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	30.0	1.000	0	0	0	1	2	1	2027-11-04	310120497777	2027-09-24	2027-03-16	2027-08-12	2028-06-21	国六	2023-12-05	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90030	101	粤B52K80	0	华南030	117	162	\N	230	207	13800238030	0	1	冷藏	{3}	0	LZGJX4T8XR2329310	MC07313930	东风天锦	柴油	2023-11-08	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	27.0	1.000	0	2	4	1	4	1	2027-11-07	310120498390	2027-09-28	2027-03-27	2027-08-29	2028-07-04	国六	2023-11-12	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90031	101	粤B3F947	0	华南031	117	162	\N	231	208	13800238031	0	1	冷藏	{2}	0	LZGJX4T82R2330287	MC07314061	重汽豪沃	柴油	2023-10-16	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	29.0	1.000	0	0	0	1	2	1	2027-11-10	310120499003	2027-10-02	2027-04-07	2027-09-15	2027-06-13	国六	2023-10-20	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90033	101	粤B84J10	0	华南033	117	162	\N	233	210	13800238033	0	1	冷藏	{2}	0	LZGJX4T8XR2332241	MC07314323	解放J6L	柴油	2023-08-31	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	28.0	1.000	0	0	0	1	2	1	2027-11-16	310120500229	2026-12-19	2027-04-29	2027-10-19	2027-07-09	国六	2023-09-04	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90020	101	沪EH6182	2	华东020	115	161	\N	220	\N	13800238020	0	1	冷藏	{3,2,1}	0	LNVU1CA89R2319540	4HK1312620	福田奥铃	柴油	2024-06-25	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	200	17.0	1.000	0	0	0	1	3	1	2027-10-08	310120492260	2027-08-19	2027-09-13	2027-03-12	2028-02-25	国五	2024-06-29	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}, {"name": "冷藏区", "lower": 0, "upper": 8}, {"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90021	101	沪AF20736	1	华东021	115	161	\N	221	\N	13800238021	0	1	冷藏	{3}	0	LNVU1CA88R2320517	TZ220312751	比亚迪	纯电动	2024-06-02	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	\N	\N	1.000	0	0	0	1	4	0	2027-10-11	310120492873	2027-08-23	2027-09-24	2027-03-29	2028-03-09	新能源	2024-06-06	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90022	101	沪C6Q491	2	华东022	115	161	\N	222	\N	13800238022	0	1	冷藏	{2}	0	LNVU1CA85R2321494	4HK1312882	庆铃五十铃	柴油	2024-05-10	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	200	19.0	1.000	0	0	0	1	2	1	2027-10-14	310120493486	2027-08-27	2027-10-05	2027-04-15	2028-03-22	国六	2024-05-14	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90023	101	沪C15R83	2	华东023	115	161	\N	223	\N	13800238023	0	1	冷藏	{3}	0	LNVU1CA89R2322471	4HK1313013	福田奥铃	柴油	2024-04-17	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	20.0	1.000	0	0	0	1	2	1	2027-10-17	310120494099	2027-08-31	2027-10-16	2027-05-02	2028-04-04	国六	2024-04-21	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90024	101	沪AD83307	1	华东024	115	161	\N	224	\N	13800238024	0	1	冷藏	{3,2,1}	0	LNVU1CA88R2323448	TZ220313144	比亚迪	纯电动	2024-03-25	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	\N	\N	1.000	0	0	0	1	3	0	2027-10-20	310120494712	2027-09-04	2027-10-27	2027-05-19	2028-04-17	新能源	2024-03-29	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}, {"name": "冷藏区", "lower": 0, "upper": 8}, {"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90025	101	沪C9S250	2	华东025	115	161	\N	225	\N	13800238025	0	1	冷藏	{2}	1	LNVU1CA81R2324425	4HK1313275	庆铃五十铃	柴油	2024-03-02	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	18.0	1.000	0	0	0	1	2	1	2027-10-23	310120495325	2027-09-08	2027-11-07	2027-06-05	2028-04-30	国六	2024-03-06	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90026	101	浙AD70518	1	华东026	115	161	\N	226	\N	13800238026	0	1	冷藏	{2}	0	LNVU1CA85R2325402	TZ220313406	比亚迪	纯电动	2024-02-08	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	\N	\N	1.000	0	0	0	1	2	0	2027-10-26	310120495938	2027-09-12	2027-02-11	2027-06-22	2028-05-13	新能源	2024-02-12	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90043	101	粤A2X681	2	华南043	116	162	\N	243	\N	13800238043	0	1	冷藏	{3}	0	LNVU1CA89R2342011	4HK1315633	庆铃五十铃	柴油	2023-01-13	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	20.0	1.000	0	0	0	1	2	1	2027-12-16	310120506359	2027-11-19	2027-08-17	2027-06-21	2027-11-16	国六	2023-01-17	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90045	101	粤A9B574	2	华南045	116	162	\N	245	\N	13800238045	0	1	冷藏	{3}	0	LNVU1CA87R2343965	4HK1315895	江铃	柴油	2022-11-28	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	18.0	1.000	0	0	0	1	4	1	2027-12-22	310120507585	2027-11-27	2026-11-10	2027-07-25	2027-12-12	国六	2022-12-02	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90048	101	粤A68Z13	2	华南048	116	162	\N	203	\N	13800238048	0	1	冷藏	{3}	1	LNVU1CA87R2346896	4HK1316288	江铃	柴油	2022-09-20	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	200	17.0	1.000	0	0	0	1	4	1	2027-12-31	310120509424	2027-12-09	2027-10-11	2027-09-14	2028-01-20	国五	2022-09-24	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90035	101	粤BF30962	1	华南035	117	162	\N	235	\N	13800238035	0	1	冷藏	{3}	0	LNVU1CA85R2334195	TZ220314585	比亚迪	纯电动	2023-07-16	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	\N	\N	1.000	0	0	0	1	2	0	2027-11-22	310120501455	2027-10-18	2027-05-21	2027-02-05	2027-08-04	新能源	2023-07-20	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90037	101	粤B9W037	2	华南037	117	162	\N	237	\N	13800238037	0	1	冷藏	{3,2,1}	0	LNVU1CA88R2336149	4HK1314847	庆铃五十铃	柴油	2023-05-31	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	f	1	200	18.0	1.000	0	0	0	1	3	1	2027-11-28	310120502681	2027-10-26	2027-06-12	2027-03-11	2027-08-30	国六	2023-06-04	\N	开利 Xarios 350	非独立	1.4	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}, {"name": "冷藏区", "lower": 0, "upper": 8}, {"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90038	101	粤BD41790	1	华南038	117	162	\N	238	\N	13800238038	0	1	冷藏	{3}	0	LNVU1CA81R2337126	TZ220314978	比亚迪	纯电动	2023-05-08	6.0	4.08	2.05	2.05	17.10	1.50	4.50	2	6	t	1	\N	\N	1.000	0	0	0	1	2	0	2027-12-01	310120503294	2027-10-30	2027-06-23	2027-03-28	2027-09-12	新能源	2023-05-12	\N	开利 Xarios 350	非独立	\N	{}	1	\N	15000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90039	101	粤A5G208	0	华南039	116	162	\N	239	\N	13800238039	0	1	冷藏	{3}	0	LZGJX4T86R2338103	MC07315109	重汽豪沃	柴油	2023-04-15	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	200	20.0	1.000	0	0	0	1	4	1	2027-12-04	310120503907	2027-11-03	2027-07-04	2027-04-14	2027-09-25	国六	2023-04-19	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90040	101	粤A81L36	0	华南040	116	162	\N	240	\N	13800238040	0	1	冷藏	{2}	0	LZGJX4T83R2339080	MC07315240	福田欧曼	柴油	2023-03-23	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	200	17.0	1.000	0	0	0	1	2	1	2027-12-07	310120504520	2027-11-07	2027-07-15	2027-05-01	2026-11-21	国五	2023-03-27	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90041	101	粤AH7152	0	华南041	116	162	\N	241	\N	13800238041	0	1	冷藏	{3}	0	LZGJX4T82R2340057	MC07315371	解放J6L	柴油	2023-02-28	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	200	18.0	1.000	0	0	0	1	2	1	2027-12-10	310120505133	2027-11-11	2027-07-26	2027-05-18	2027-10-21	国六	2023-03-04	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90042	101	粤A36Y90	0	华南042	116	162	\N	242	\N	13800238042	0	1	冷藏	{3,2,1}	0	LZGJX4T86R2341034	MC07315502	东风天锦	柴油	2023-02-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	200	19.0	1.000	0	0	0	1	3	1	2027-12-13	310120505746	2027-11-15	2027-08-06	2027-06-04	2027-11-03	国六	2023-02-09	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}, {"name": "冷藏区", "lower": 0, "upper": 8}, {"name": "常温区", "lower": null, "upper": null}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90052	101	京AW1738	0	外协052	114	163	\N	207	229	13800238052	0	1	冷藏	{3}	0	LZGJX4T88R2350804	MC07316812	福田欧曼	柴油	2022-06-20	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	31.0	1.000	0	0	0	1	2	1	2028-01-12	310120511876	2027-12-25	2027-02-17	2027-02-04	2028-03-12	国五	2022-06-24	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90058	101	川AL8046	0	外协058	117	163	\N	213	235	13800238058	0	1	冷藏	{2}	0	LZGJX4T88R2356666	MC07317598	东风天锦	柴油	2022-02-02	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	28.0	1.000	0	0	0	1	2	1	2028-01-30	310120515554	2028-01-18	2026-11-28	2026-12-11	2028-05-29	国六	2022-02-06	\N	冷王 T-880	独立	2.8	{}	1	\N	30000	180	[{"name": "冷藏区", "lower": 0, "upper": 8}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
90001	101	沪A3F618	0	华东001	114	161	\N	201	223	13800238001	0	1	冷藏	{3}	0	LZGJX4T89R2300977	MC07310131	解放J6L	柴油	2025-09-05	9.6	9.40	2.40	2.40	54.10	9.80	18.00	2	16	f	1	400	29.0	1.000	0	0	0	1	2	1	2027-08-12	310120480613	2027-06-04	2027-02-16	2027-02-07	2027-06-23	国六	2025-09-09	\N	冷王 T-880	独立	2.8	{350}	1	\N	30000	180	[{"name": "冷冻区", "lower": -25, "upper": -12}]		1	2026-11-22 18:15:54.622415+00	2026-11-22 18:15:54.622415+00	\N	\N
990001	990001	ZZFOREIGNplate_no	0		990001	\N	\N	\N	\N	\N	0	1	冷藏	{}	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	f	0	\N	\N	1.000	0	0	0	0	0	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	{}	1	\N	\N	\N	[]		1	2026-11-22 18:16:01.951929+00	2026-11-22 18:16:01.951929+00	\N	\N
\.

copy vehicle_access ("client_id", "vehicle_id", "valid_from", "valid_until", "source", "scopes") from stdin;
101	90001	-infinity	\N	own	{position,track,temperature,alarm,report}
101	90021	-infinity	\N	own	{position,track,temperature,alarm,report}
101	90033	-infinity	\N	own	{position,track,temperature,alarm,report}
101	90045	-infinity	\N	own	{position,track,temperature,alarm,report}
101	90007	-infinity	\N	own	{position,track,temperature,alarm,report}
990001	990001	-infinity	\N	own	{position,track,temperature,alarm,report}
\.

copy vehicle_certificate ("client_id", "vehicle_id", "doc_type", "doc_no", "issuer", "start_date", "end_date", "amount_fen", "remind_days") from stdin;
101	90001	licence	310026300317	\N	2025-09-05	\N	\N	30
101	90018	gps	GPS26301026	\N	2026-03-21	\N	\N	30
101	90035	transport	\N	\N	2023-07-26	\N	\N	30
101	90052	gps	GPS26302964	\N	2025-07-26	\N	\N	30
101	90023	inspect	JC26304853	\N	2026-10-17	\N	\N	30
990001	990001	commercial	\N	\N	\N	\N	\N	30
\.

copy vehicle_group ("id", "client_id", "user_id", "name", "sort", "created_at") from stdin;
1001	101	151	重点客户专车	0	2026-11-22 18:15:54.622415+00
1002	101	151	多温区车辆	1	2026-11-22 18:15:54.622415+00
1003	101	153	干线夜班	2	2026-11-22 18:15:54.622415+00
1004	101	153	周末值班	3	2026-11-22 18:15:54.622415+00
990001	990001	990001	ZZFOREIGNname	0	2026-11-22 18:16:02.036552+00
\.

copy vehicle_group_item ("client_id", "group_id", "vehicle_id") from stdin;
101	1001	90001
101	1001	90011
101	1001	90017
101	1003	90054
101	1004	90014
990001	990001	990001
\.

copy vehicle_period ("id", "client_id", "vehicle_id", "kind", "value", "name", "since", "until", "user_id") from stdin;
1	101	90001	status	0		2026-11-22 18:15:54.622415+00	\N	\N
66	101	90014	status	0		2026-11-22 18:15:54.622415+00	\N	\N
129	101	90026	driver	226	袁金龙	2026-11-22 18:15:54.622415+00	\N	\N
193	101	90039	fleet	162	华南城配	2026-11-22 18:15:54.622415+00	\N	\N
248	101	90050	fleet	163	外协车队	2026-11-22 18:15:54.622415+00	\N	\N
302	990001	990001	status	0		2026-11-22 18:16:01.951929+00	\N	\N
303	990001	990001	plate	ZZFOREIGNplate_no	ZZFOREIGNplate_no	2026-11-22 18:16:01.951929+00	\N	\N
304	990001	990001	org	990001	ZZFOREIGNname	2026-11-22 18:16:01.951929+00	\N	\N
\.

copy vehicle_repair ("id", "client_id", "vehicle_id", "repair_code", "kind", "maintain_status", "reason", "workshop", "reported_at", "started_at", "ended_at", "mileage_m", "cost_fen", "parts", "remark", "file_ids", "cancel_reason", "episode_id", "version", "created_by", "created_at", "updated_by", "updated_at") from stdin;
1001	101	90001	WX26102000001	2	2	定期保养	嘉定顺通汽修	2026-10-20 04:00:00+00	2026-10-20 05:00:00+00	2026-10-20 08:00:00+00	234794300	170500	机油、机滤、柴滤		{}		\N	1	151	2026-10-20 04:00:00+00	151	2026-10-20 08:00:00+00
1023	101	90017	WX26101200017	2	2	定期保养	嘉定顺通汽修	2026-10-12 04:00:00+00	2026-10-12 05:00:00+00	2026-10-12 08:00:00+00	152770500	77000	机油、机滤、柴滤		{}		\N	1	151	2026-10-12 04:00:00+00	151	2026-10-12 08:00:00+00
1007	101	90006	WX26100500006	2	2	定期保养	青浦一汽解放服务站	2026-10-05 04:00:00+00	2026-10-05 05:00:00+00	2026-10-05 08:00:00+00	235569000	170500	机油、机滤、柴滤		{}		\N	1	151	2026-10-05 04:00:00+00	151	2026-10-05 08:00:00+00
1053	101	90039	WX26102600039	2	2	定期保养	佛山重汽特约维修站	2026-10-26 04:00:00+00	2026-10-26 05:00:00+00	2026-10-26 08:00:00+00	225985800	178000	机油、机滤、柴滤		{}		\N	1	151	2026-10-26 04:00:00+00	151	2026-10-26 08:00:00+00
1066	101	90048	WX26082800148	1	2	左前制动片磨损，制动偏软	佛山重汽特约维修站	2026-08-28 04:00:00+00	2026-08-28 06:00:00+00	2026-08-28 11:00:00+00	203760000	86000	前制动片一副		{}		\N	1	151	2026-08-28 04:00:00+00	151	2026-08-28 11:00:00+00
990001	990001	990001	ZZFOREIGNrepair_code	1	0	ZZFOREIGNreason		2026-11-22 18:16:01.960085+00	\N	\N	\N	\N			{}		\N	1	\N	2026-11-22 18:16:01.960085+00	\N	2026-11-22 18:16:01.960085+00
\.

copy verify_code ("id", "phone", "purpose", "code_sha256", "tries", "ip", "created_at", "expires_at", "used_at") from stdin;
990001	ZZFOREIGNphone	ZZFOREIGNpurpose	\\x00	0	\N	2026-11-22 18:16:01.960672+00	2026-11-22 18:16:01.960672+00	\N
\.

copy waybill ("id", "client_id", "org_id", "waybill_code", "waybill_kind", "from_place_id", "to_place_id", "from_name", "to_name", "vehicle_id", "driver_id", "co_driver_id", "carrier_id", "plan_depart_at", "plan_arrive_at", "actual_depart_at", "actual_arrive_at", "depart_source", "arrive_source", "busy_from", "busy_until", "depart_mileage_m", "plan_distance_m", "seal_no", "set_temp_c", "total_pieces", "total_weight_kg", "total_volume_m3", "load_rate_weight", "load_rate_volume", "temperature_types", "transport_status", "stow_status", "driver_confirm", "reload_from_id", "close_reason", "voided_at", "void_reason", "load_started_at", "loaded_at", "cooler_status", "cooler_at", "eta_at", "eta_updated_at", "delay_min", "delay_level", "delay_told_stop", "precool_asked_at", "precool_asked_by", "route_id", "trailer_plate", "zone_temps", "depart_file_ids", "stop_plans", "return_place_id", "plan_return_at", "remark", "version", "created_at", "created_by", "updated_at", "updated_by") from stdin;
1012	101	114	YS26112200012	3	\N	\N	海之源水产有限公司	上海莘庄配送中心	90013	213	\N	\N	2026-11-22 03:35:00+00	2026-11-22 05:39:00+00	\N	\N	\N	\N	2026-11-22 03:35:00+00	2026-11-22 05:39:00+00	\N	167857	\N	-21.5	872	7742.00	35.034	79.00	64.76	{3}	1	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1016	101	116	YS26112200016	3	\N	\N	鲜果源商贸有限公司	番禺大石门店等4站	90042	242	\N	\N	2026-11-22 09:00:00+00	2026-11-22 11:05:00+00	\N	\N	\N	\N	2026-11-22 09:00:00+00	2026-11-22 11:05:00+00	\N	62953	\N	4.0	213	2933.00	8.202	29.93	15.16	{2}	1	1	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[{"no": 2, "tempC": 4}]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1021	101	114	PZ26112200005	2	310	315	上海莘庄配送中心	杭州余杭配送中心	90012	212	\N	\N	2026-11-22 07:55:00+00	2026-11-22 10:41:30+00	\N	\N	\N	\N	2026-11-22 07:55:00+00	2026-11-22 10:41:30+00	\N	167857	\N	4.0	1014	9334.00	37.440	95.24	69.21	{2}	1	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1019	101	114	PZ26112200003	2	309	301	南京江宁配送中心	上海江桥配送中心	90009	209	\N	\N	2026-11-22 02:15:00+00	2026-11-22 12:00:00+00	2026-11-22 02:19:40+00	\N	1	\N	2026-11-22 02:15:00+00	2026-11-22 12:00:00+00	\N	326342	F260313	4.0	409	3005.00	14.994	30.66	27.72	{2}	2	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1023	101	115	TD26112200001	1	\N	346	上海城配中心	上海城配中心	90021	221	\N	\N	2026-11-21 23:15:05+00	2026-11-22 05:35:35+00	2026-11-21 23:15:05+00	\N	1	\N	2026-11-21 23:15:05+00	2026-11-22 05:35:35+00	\N	84000	\N	-20.0	134	1340.00	4.154	89.33	24.29	{3}	2	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1025	101	116	TD26112200003	1	\N	301	上海江桥配送中心	上海江桥配送中心	90043	243	\N	\N	2026-11-21 08:00:00+00	2026-11-21 09:40:00+00	2026-11-21 08:00:00+00	2026-11-21 09:40:00+00	1	1	2026-11-21 08:00:00+00	2026-11-21 09:40:00+00	\N	72000	\N	-20.0	55	660.00	1.540	44.00	9.01	{3}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1001	101	114	YS26112200001	3	\N	\N	鲜果源商贸有限公司	惠民生鲜广州白云22店等2站	90015	215	\N	\N	2026-11-20 00:00:00+00	2026-11-21 08:09:27.026+00	2026-11-20 00:04:00+00	2026-11-20 15:32:58.205+00	1	1	2026-11-20 00:00:00+00	2026-11-20 15:32:58.205+00	\N	1585330	F260311	4.0	76	630.00	2.530	6.43	4.68	{2}	3	3	1	\N	换装	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1002	101	115	YS26112200002	3	\N	\N	蓉味川菜食材有限公司	天河北新店（筹备）等2站	90019	219	\N	\N	2026-11-20 03:00:00+00	2026-11-21 12:04:20.059+00	2026-11-20 03:04:00+00	2026-11-21 11:41:20.059+00	1	1	2026-11-20 03:00:00+00	2026-11-21 12:04:20.059+00	\N	1608140	F260312	4.0	152	1006.00	5.870	67.07	34.33	{2}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1004	101	115	YS26112200004	3	\N	\N	鲜果源商贸有限公司	惠民生鲜深圳龙岗10店等2站	90022	222	\N	\N	2026-11-20 18:50:00+00	2026-11-22 02:56:30.732+00	2026-11-20 18:54:00+00	2026-11-22 02:33:30.732+00	1	1	2026-11-20 18:50:00+00	2026-11-22 02:56:30.732+00	\N	1582636	F260314	4.0	193	1055.00	7.140	70.33	41.75	{2}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1005	101	117	YS26112200005	3	\N	\N	优牧乳业有限公司	优选便利深圳龙华5店等2站	90031	231	\N	\N	2026-11-20 18:10:00+00	2026-11-22 02:57:06.855+00	2026-11-20 18:14:00+00	2026-11-22 02:34:06.855+00	1	1	2026-11-20 18:10:00+00	2026-11-22 02:57:06.855+00	\N	1619855	F260315	4.0	278	2810.00	10.212	28.67	18.88	{2}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1007	101	115	YS26112200007	3	\N	\N	江南冷饮食品有限公司	鲜果源上海徐汇1店等2站	90024	224	\N	\N	2026-11-22 00:55:00+00	2026-11-22 04:32:30+00	2026-11-22 00:55:50+00	\N	1	\N	2026-11-22 00:55:00+00	2026-11-22 04:32:30+00	\N	39767	F260317	-21.5	234	1417.00	10.088	94.47	58.99	{3}	2	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[{"no": 1, "tempC": -21.5}]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1008	101	116	YS26112200008	3	\N	\N	海之源水产有限公司	荔湾芳村冷库等4站	90039	239	\N	\N	2026-11-22 02:45:00+00	2026-11-22 04:42:00+00	2026-11-22 02:50:30+00	\N	1	\N	2026-11-22 02:45:00+00	2026-11-22 04:42:00+00	\N	69562	F260318	-21.5	1020	8942.00	34.692	91.24	64.13	{3}	2	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1010	101	116	YS26112200010	3	\N	\N	粤港鲜送供应链有限公司	荔湾芳村冷库等3站	90040	240	\N	\N	2026-11-22 03:10:00+00	2026-11-22 05:14:00+00	2026-11-22 03:22:00+00	\N	1	\N	2026-11-22 03:10:00+00	2026-11-22 05:14:00+00	\N	65685	F260320	4.0	1027	9571.00	39.734	97.66	73.45	{2}	2	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1028	101	117	PZ26112200007	2	301	309	上海江桥配送中心	南京江宁配送中心	90038	\N	\N	\N	2026-11-22 13:00:00+00	2026-11-22 17:00:00+00	\N	\N	\N	\N	2026-11-22 13:00:00+00	2026-11-22 17:00:00+00	\N	0	\N	\N	0	0.00	0.000	\N	\N	{}	1	0	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1017	101	114	PZ26112200001	2	301	309	上海江桥配送中心	南京江宁配送中心	90002	202	\N	\N	2026-11-20 22:00:00+00	2026-11-21 04:56:00.584+00	2026-11-20 22:04:00+00	2026-11-21 04:23:00.584+00	1	1	2026-11-20 22:00:00+00	2026-11-21 04:56:00.584+00	\N	326342	F260311	-21.5	567	5250.00	20.958	53.57	38.74	{3}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1018	101	114	PZ26112200002	2	309	310	南京江宁配送中心	上海莘庄配送中心	90004	204	\N	\N	2026-11-21 08:00:00+00	2026-11-21 14:57:51.187+00	2026-11-21 08:04:00+00	2026-11-21 14:29:51.187+00	1	1	2026-11-21 08:00:00+00	2026-11-21 14:57:51.187+00	\N	332615	F260312	-21.5	573	4662.00	19.730	47.57	36.47	{3}	3	3	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
1029	101	114	YS26112200017	3	\N	\N	途中换装	惠民生鲜广州白云22店等2站	90042	242	\N	\N	2026-11-20 15:32:58.205+00	2026-11-21 08:09:27.026+00	2026-11-20 15:34:58.205+00	2026-11-21 07:46:27.026+00	1	1	2026-11-20 15:32:58.205+00	2026-11-21 08:09:27.026+00	\N	1585330	\N	4.0	76	630.00	2.530	6.43	4.68	{2}	3	3	1	1001	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:15:54.622415+00	153	2026-11-22 18:15:54.622415+00	\N
990001	990001	990001	ZZFOREIGNwaybill_code	1	\N	\N			\N	\N	\N	\N	2026-11-22 18:16:01.961465+00	2026-11-22 18:16:01.961465+00	\N	\N	\N	\N	2026-11-22 18:16:01.961465+00	2026-11-22 18:16:01.961465+00	\N	0	\N	\N	0	0.00	0.000	\N	\N	{}	1	0	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	[]	{}	[]	\N	\N		1	2026-11-22 18:16:01.961465+00	\N	2026-11-22 18:16:01.961465+00	\N
\.

copy waybill_leg ("id", "client_id", "waybill_id", "order_id", "leg_no", "leg_type", "from_seq", "to_seq", "final", "plan_pieces", "load_pieces", "unload_pieces", "weight_kg", "volume_m3", "compartment_no", "load_seq", "transportation_status", "transfer_flag", "removed_at", "remove_reason", "pick_up_id", "temp_compliance", "temp_coverage", "temp_min_c", "temp_max_c", "temp_avg_c", "temp_mkt_c", "temp_in_min", "temp_out_min", "temp_none_min", "temp_over_min", "temp_from", "temp_until", "temp_calc_at") from stdin;
1010	101	1005	132	1	4	1	3	t	165	165	165	2203.00	6.192	1	1	2	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
1026	101	1010	200	1	4	1	4	t	309	309	\N	2411.00	10.908	1	1	1	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
1004	101	1002	140	1	4	1	3	t	89	89	89	475.00	3.120	1	1	2	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
1053	101	1019	245	1	2	1	2	f	69	69	\N	955.00	2.640	1	1	1	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
1067	101	1023	265	1	1	3	4	f	29	0	\N	290.00	0.899	1	\N	0	f	\N	\N	1086	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
990001	990001	990001	990001	1	1	1	1	f	1	0	\N	1.00	1.000	\N	\N	0	f	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
\.

copy waybill_stop ("id", "client_id", "waybill_id", "seq", "stop_type", "place_id", "name", "address", "contact", "phone", "lng", "lat", "window_start", "window_end", "service_min", "plan_arrive_at", "plan_leave_at", "arrive_at", "leave_at", "arrive_source", "leave_source", "stop_status", "checked_at", "eta_at", "delay_min", "out_of_order") from stdin;
1001	101	1001	1	1	\N	鲜果源商贸有限公司	上海市嘉定区江桥镇金沙江西路1555号	何晓燕	13600667000	121.33	31.245	\N	\N	35	2026-11-20 00:00:00+00	2026-11-20 00:00:00+00	2026-11-20 00:04:00+00	2026-11-20 00:04:00+00	1	1	2	2026-11-20 00:04:00+00	\N	\N	f
1026	101	1008	5	2	\N	荔湾芳村冷库	广东省广州市荔湾区荔湾芳村冷库	荔湾芳村冷库	13900226345	113.220987	23.050242	\N	2026-11-22 04:15:00+00	10	2026-11-22 04:35:00+00	2026-11-22 04:42:00+00	\N	\N	\N	\N	0	\N	\N	\N	f
1047	101	1016	3	2	\N	黄埔科学城冷库	广东省广州市天河区黄埔科学城冷库	黄埔科学城冷库	13900226341	113.419825	23.179824	\N	2026-11-22 12:00:00+00	10	2026-11-22 09:45:00+00	2026-11-22 09:54:00+00	\N	\N	\N	\N	0	\N	\N	\N	f
1062	101	1023	1	3	346	上海城配中心				121.26183337558774	31.102088866752585	\N	\N	30	2026-11-21 23:15:05+00	2026-11-21 23:15:05+00	2026-11-21 23:15:05+00	2026-11-21 23:15:05+00	1	1	2	2026-11-21 23:15:05+00	\N	\N	f
1081	101	1028	2	2	309	南京江宁配送中心				118.9	32.05	\N	\N	30	2026-11-22 17:00:00+00	2026-11-22 17:00:00+00	\N	\N	\N	\N	0	\N	\N	\N	f
990001	990001	990001	1	1	\N	ZZFOREIGNname				\N	\N	\N	\N	30	\N	\N	\N	\N	\N	\N	0	\N	\N	\N	f
\.

copy waybill_stop_event ("id", "client_id", "waybill_id", "stop_id", "kind", "at", "applied", "episode_id", "created_at", "updated_at") from stdin;
990001	990001	990001	990001	1	2026-11-22 18:16:01.963251+00	f	\N	2026-11-22 18:16:01.963251+00	2026-11-22 18:16:01.963251+00
\.

copy wechat_outbox ("id", "message_id", "open_id", "title", "content", "created_at") from stdin;
990001	ZZFOREIGNmessage_id	ZZFOREIGNopen_id	ZZFOREIGNtitle	ZZFOREIGNcontent	2026-11-22 18:16:01.964259+00
\.

copy write_item ("id", "client_id", "task_id", "vehicle_id", "device_id", "status", "answer", "tries", "expires_at", "updated_at") from stdin;
990001	990001	990001	990001	990001	0	\N	0	2026-11-22 18:16:02.038416+00	2026-11-22 18:16:02.038416+00
\.

copy write_task ("id", "client_id", "task_no", "content", "summary", "command", "route_plan_id", "place_ids", "rule_id", "created_at", "created_by") from stdin;
990001	990001	ZZFOREIGNtask_no	ZZFOREIGNcontent	ZZFOREIGNsummary	{}	\N	{}	\N	2026-11-22 18:16:01.966137+00	\N
\.

select setval('abnormal_report_id_seq', 1012);
select setval('alarm_rule_id_seq', 1023);
select setval('alarm_rule_version_id_seq', 23);
select setval('app_user_id_seq', 1001);
select setval('card_id_seq', 1040);
select setval('card_swipe_id_seq', 19);
select setval('card_writer_id_seq', 1040);
select setval('cargo_config_id_seq', 1060);
select setval('carrier_id_seq', 1001);
select setval('change_history_id_seq', 8);
select setval('departure_record_id_seq', 1017);
select setval('device_binding_id_seq', 62);
select setval('device_fee_period_id_seq', 1065);
select setval('device_service_id_seq', 65);
select setval('erp_order_id_seq', 1006);
select setval('erp_order_item_id_seq', 1006);
select setval('lock_open_log_id_seq', 1025);
select setval('member_order_id_seq', 1009);
select setval('member_order_item_id_seq', 1017);
select setval('member_period_id_seq', 1036);
select setval('member_plan_id_seq', 1003);
select setval('member_price_id_seq', 1018);
select setval('message_id_seq', 1216);
select setval('oem_brand_id_seq', 1002);
select setval('order_item_id_seq', 1382);
select setval('pick_up_item_id_seq', 1194);
select setval('pick_up_order_id_seq', 1106);
select setval('place_shape_id_seq', 174);
select setval('planned_call_id_seq', 64);
select setval('probe_id_seq', 1377);
select setval('probe_version_id_seq', 60);
select setval('push_setting_id_seq', 1003);
select setval('receipt_id_seq', 1019);
select setval('receipt_item_id_seq', 1068);
select setval('receipt_order_id_seq', 1031);
select setval('reload_record_id_seq', 1001);
select setval('renew_order_id_seq', 1001);
select setval('renew_order_item_id_seq', 1002);
select setval('resource_auth_id_seq', 1046);
select setval('service_discount_id_seq', 1002);
select setval('service_price_id_seq', 1002);
select setval('tms_operation_log_id_seq', 668);
select setval('vehicle_group_id_seq', 1004);
select setval('vehicle_period_id_seq', 304);
select setval('vehicle_repair_id_seq', 1072);
select setval('waybill_id_seq', 1029);
select setval('waybill_leg_id_seq', 1075);
select setval('waybill_stop_id_seq', 1083);
