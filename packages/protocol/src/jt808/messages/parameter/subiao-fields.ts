import type { Field } from '../../fields';

/** Fields of the settings of active safety, in the order of T/JSATL 12-2017; the widths are those that two implementations agree on. */

/** What the cameras for the road and for the driver have in common. */
const cameraFields: readonly Field[] = [
  ['speedThreshold', 'u8', 'km/h'],
  ['volume', 'u8'],
  ['photoStrategy', 'u8'],
  ['photoInterval', 'u16', 's'],
  ['photoDistance', 'u16', 'm'],
  ['photos', 'u8'],
  ['photoPause', 'u8', '0.1 s'],
  ['photoResolution', 'u8'],
  ['videoResolution', 'u8'],
  ['alarmBits', 'u32'],
  ['eventBits', 'u32'],
];

/** What is kept of an alarm: above a speed the alarm has level 2. */
const evidenceFields = (alarm: string): Field[] => [
  [`${alarm}Speed`, 'u8', 'km/h'],
  [`${alarm}Video`, 'u8', 's'],
  [`${alarm}Photos`, 'u8'],
  [`${alarm}PhotoPause`, 'u8', '0.1 s'],
];

/** 0xF364: the camera for the road, 56 bytes (some terminals have one more). */
export const adasFields: readonly Field[] = [
  ...cameraFields,
  ['reserved', 'u8'],
  ['obstacleTime', 'u8', '0.1 s'],
  ...evidenceFields('obstacle'),
  ['laneChangePeriod', 'u8', 's'],
  ['laneChanges', 'u8'],
  ...evidenceFields('laneChange'),
  ...evidenceFields('laneDeparture'),
  ['forwardTime', 'u8', '0.1 s'],
  ...evidenceFields('forward'),
  ['pedestrianTime', 'u8', '0.1 s'],
  ...evidenceFields('pedestrian'),
  ['distanceTime', 'u8', '0.1 s'],
  ...evidenceFields('distance'),
  ['roadSignPhotos', 'u8'],
  ['roadSignPhotoPause', 'u8', '0.1 s'],
  ['reservedEnd', { hex: 4 }],
];

/** 0xF365: the camera for the driver, 49 bytes in Jiangsu. Guangdong has more fields, whose bytes stay in `rest`. */
export const dsmFields: readonly Field[] = [
  ...cameraFields,
  ['smokingPause', 'u16', 's'],
  ['telephonePause', 'u16', 's'],
  ['reserved', { hex: 3 }],
  ...evidenceFields('fatigue'),
  ...evidenceFields('telephone'),
  ...evidenceFields('smoking'),
  ...evidenceFields('distraction'),
  ...evidenceFields('abnormal'),
  ['identification', 'u8'],
  ['reservedEnd', { hex: 2 }],
];

/** 0xF366: tyre pressure, 36 bytes. */
export const tyreFields: readonly Field[] = [
  ['tyreType', { text: 12 }],
  ['pressureUnit', 'u16'],
  ['normalPressure', 'u16'],
  ['imbalance', 'u16', '%'],
  ['slowLeak', 'u16', '%'],
  ['lowPressure', 'u16'],
  ['highPressure', 'u16'],
  ['highTemperature', 'u16', '°C'],
  ['lowBattery', 'u16', '%'],
  ['reportInterval', 'u16', 's'],
  ['reserved', { hex: 6 }],
];

/** 0xF367: blind spot, 2 bytes. */
export const blindSpotFields: readonly Field[] = [
  ['rearTime', 'u8', 's'],
  ['sideTime', 'u8', 's'],
];
