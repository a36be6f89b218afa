import { defineEnum } from '../../core/enum';

/** Something that began and ended on a vehicle (table `episode`). The first group is plain facts, the second alarms. */
export const episodeKind = defineEnum('episodeKind', {
  stay: ['stay', '停车'],
  trip: ['trip', '行程'],
  door: ['door', '开门'],
  visit: ['visit', '进出站点'],
  /** a stop of the trip that the vehicle makes (transport.md 6) */
  stopVisit: ['stopVisit', '进出途经点'],
  reefer: ['reefer', '冷机运行'],
  preCooling: ['preCooling', '货箱预冷'],
  refuel: ['refuel', '加油'],
  fuelDrop: ['fuelDrop', '疑似偷油'],
  fuelWaste: ['fuelWaste', '异常消耗'],
  fuelSensor: ['fuelSensor', '油量传感器异常'],
  /** what active-safety items tell, with a rule or without */
  safetyEvent: ['safetyEvent', '主动安全事件'],
  temperatureAlarm: ['temperatureAlarm', '超温报警'],
  humidityAlarm: ['humidityAlarm', '湿度报警'],
  co2Alarm: ['co2Alarm', '二氧化碳报警'],
  doorAlarm: ['doorAlarm', '门磁报警'],
  speedAlarm: ['speedAlarm', '超速报警'],
  parkingAlarm: ['parkingAlarm', '停车超时报警'],
  idleAlarm: ['idleAlarm', '怠速超时报警'],
  fatigueAlarm: ['fatigueAlarm', '疲劳驾驶报警'],
  zoneAlarm: ['zoneAlarm', '区域报警'],
  lineAlarm: ['lineAlarm', '线路偏离报警'],
  oilAlarm: ['oilAlarm', '油量异常报警'],
  deviceAlarm: ['deviceAlarm', '设备异常报警'],
  faultAlarm: ['faultAlarm', '车辆故障报警'],
  terminalAlarm: ['terminalAlarm', '终端报警'],
  safetyAlarm: ['safetyAlarm', '主动安全报警'],
  punctualityAlarm: ['punctualityAlarm', '运输时效报警'],
});
export type EpisodeKind = (typeof episodeKind.codes)[number];

/** Where an episode stands; handling by people is a column of its own. */
export const episodeStatus = defineEnum('episodeStatus', {
  open: [0, '进行中'],
  ended: [1, '已结束'],
  /** was told to somebody and turned out wrong when late data came (report.md K2) */
  withdrawn: [2, '已撤销'],
});

export const episodeLevel = defineEnum('episodeLevel', {
  none: [0, '--'],
  notice: [1, '提示'],
  ordinary: [2, '一般'],
  severe: [3, '严重'],
});
export type EpisodeLevel = (typeof episodeLevel.codes)[number];

/** Figures of a kind, with their unit in the name. */
export type EpisodeValues = Record<string, string | number | boolean | null>;

/** Topic `alarm` and body of `episode_event`: an alarm as it stands after the event. Times are epoch ms. */
export interface AlarmMessage {
  /** number of the row in `episode_event`: grows, names the event once */
  eventId: string;
  event: 'opened' | 'changed' | 'ended' | 'withdrawn';
  /** false: old data or a repetition, for the record only (latePushAge, K2) */
  push: boolean;
  episodeId: string;
  clientId: string;
  vehicleId: string;
  kind: EpisodeKind;
  ruleId: string | null;
  subject: string;
  level: EpisodeLevel;
  start: number;
  end: number | null;
  peak: number | null;
  limit: number | null;
  lng: number | null;
  lat: number | null;
  placeId: string | null;
  driverId: string | null;
  values: EpisodeValues;
}
