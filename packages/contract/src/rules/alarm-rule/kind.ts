import { defineEnum } from '../../core/enum';

/** Kinds of alarm rules (table `alarm_rule`); each has its parameters in `ruleParams` (rules.ts). */
export const ruleKind = defineEnum('ruleKind', {
  temperature: ['temperature', '超温'],
  humidity: ['humidity', '湿度'],
  co2: ['co2', '二氧化碳'],
  door: ['door', '门磁'],
  speed: ['speed', '超速'],
  parking: ['parking', '停车超时'],
  idle: ['idle', '怠速超时'],
  fatigue: ['fatigue', '疲劳驾驶'],
  zone: ['zone', '区域'],
  line: ['line', '线路偏离'],
  oil: ['oil', '油量异常'],
  device: ['device', '设备异常'],
  fault: ['fault', '车辆故障'],
  terminal: ['terminal', '终端报警'],
  safety: ['safety', '主动安全'],
  timeliness: ['timeliness', '运输时效'],
});
export type RuleKind = (typeof ruleKind.codes)[number];
