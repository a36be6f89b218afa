import { defineEnum } from '../../core/enum';

/** How another platform is spoken to. */
export const forwardProtocol = defineEnum('forwardProtocol', {
  http: [1, 'HTTP'],
  mqtt: [2, 'MQTT'],
  jt809: [3, 'JT/T 809-2011'],
});
export type ForwardProtocol = (typeof forwardProtocol.codes)[number];

/** What is told of a vehicle. */
export const forwardKind = defineEnum('forwardKind', {
  position: ['position', '位置'],
  temperature: ['temperature', '温湿度'],
  alarm: ['alarm', '报警'],
});
export type ForwardKind = (typeof forwardKind.codes)[number];
/** The open interface behind a kind: a program that subscribes has to be allowed to call it. */
export const forwardInterface: Readonly<Record<ForwardKind, 'position' | 'alarm'>> = {
  position: 'position',
  temperature: 'position',
  alarm: 'alarm',
};

/** Coordinates in which places are told. */
export const forwardCrs = defineEnum('forwardCrs', { wgs84: [1, 'WGS84'], gcj02: [2, 'GCJ02'] });
