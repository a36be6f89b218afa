import type { Field, FieldLayout } from '../../fields';
import { adasFields, blindSpotFields, dsmFields, tyreFields } from './subiao-fields';

/** How a setting is stored: one number, a text to its end, or fields. */
export type Layout = 'u8' | 'u16' | 'u32' | 'text' | FieldLayout;

/** A setting that is known here (JT/T 808-2013 table 12 and 2019 table 12, JT/T 1078-2016 table 2, T/JSATL 12-2017). */
export interface ParameterInfo {
  name: string;
  layout: Layout;
  /** Unit of a number; null for codes, counts, bits and texts. */
  unit: string | null;
}

/** Encoding of a stream, for the live one and the stored one. */
const streamFields = (which: 'live' | 'stored'): Field[] => [
  [`${which}BitrateMode`, 'u8'],
  [`${which}Resolution`, 'u8'],
  [`${which}KeyFrameInterval`, 'u16', 'frames'],
  [`${which}FrameRate`, 'u8', 'frames/s'],
  [`${which}Bitrate`, 'u32', 'kbit/s'],
];
const streams: Field[] = [...streamFields('live'), ...streamFields('stored'), ['osdBits', 'u16']];
const periods: Field[] = [1, 2, 3, 4].flatMap((n): Field[] => [
  [`wakeTime${n}`, 'hhmm'],
  [`sleepTime${n}`, 'hhmm'],
]);
const canFields: Field[] = [
  ['interval', 'u32', 'ms'],
  ['idAndFlags', 'u32'],
];

type Row = readonly [id: number, name: string, layout: Layout, unit?: string];

/** Ids 0x0001 to 0x0049: link, servers, reports, telephone numbers. */
const linkRows: readonly Row[] = [
  [0x0001, 'heartbeatInterval', 'u32', 's'],
  [0x0002, 'tcpReplyTimeout', 'u32', 's'],
  [0x0003, 'tcpRetries', 'u32'],
  [0x0004, 'udpReplyTimeout', 'u32', 's'],
  [0x0005, 'udpRetries', 'u32'],
  [0x0006, 'smsReplyTimeout', 'u32', 's'],
  [0x0007, 'smsRetries', 'u32'],
  [0x0010, 'mainApn', 'text'],
  [0x0011, 'mainDialUser', 'text'],
  [0x0012, 'mainDialPassword', 'text'],
  [0x0013, 'mainServer', 'text'],
  [0x0014, 'backupApn', 'text'],
  [0x0015, 'backupDialUser', 'text'],
  [0x0016, 'backupDialPassword', 'text'],
  [0x0017, 'backupServer', 'text'],
  [0x0018, 'tcpPort', 'u32'],
  [0x0019, 'udpPort', 'u32'],
  [0x001a, 'cardServer', 'text'],
  [0x001b, 'cardServerTcpPort', 'u32'],
  [0x001c, 'cardServerUdpPort', 'u32'],
  [0x001d, 'cardBackupServer', 'text'],
  [0x0020, 'reportStrategy', 'u32'],
  [0x0021, 'reportPlan', 'u32'],
  [0x0022, 'loggedOutInterval', 'u32', 's'],
  [0x0023, 'secondApn', 'text'],
  [0x0024, 'secondDialUser', 'text'],
  [0x0025, 'secondDialPassword', 'text'],
  [0x0026, 'secondServer', 'text'],
  [0x0027, 'asleepInterval', 'u32', 's'],
  [0x0028, 'emergencyInterval', 'u32', 's'],
  [0x0029, 'defaultInterval', 'u32', 's'],
  [0x002c, 'defaultDistance', 'u32', 'm'],
  [0x002d, 'loggedOutDistance', 'u32', 'm'],
  [0x002e, 'asleepDistance', 'u32', 'm'],
  [0x002f, 'emergencyDistance', 'u32', 'm'],
  [0x0030, 'cornerAngle', 'u32', '°'],
  [0x0031, 'illegalMoveRadius', 'u16', 'm'],
  [
    0x0032,
    'forbiddenDriving',
    {
      fields: [
        ['fromHour', 'u8', 'h'],
        ['fromMinute', 'u8', 'min'],
        ['toHour', 'u8', 'h'],
        ['toMinute', 'u8', 'min'],
      ],
    },
  ],
  [0x0040, 'platformNumber', 'text'],
  [0x0041, 'resetNumber', 'text'],
  [0x0042, 'factoryResetNumber', 'text'],
  [0x0043, 'smsNumber', 'text'],
  [0x0044, 'alarmSmsNumber', 'text'],
  [0x0045, 'answerStrategy', 'u32'],
  [0x0046, 'longestCall', 'u32', 's'],
  [0x0047, 'longestCallsOfMonth', 'u32', 's'],
  [0x0048, 'listenNumber', 'text'],
  [0x0049, 'privilegedSmsNumber', 'text'],
];

/** Ids 0x0050 to 0x0110: alarms, driving, pictures, vehicle, satellites, CAN bus. */
const vehicleRows: readonly Row[] = [
  [0x0050, 'alarmMask', 'u32'],
  [0x0051, 'alarmSmsBits', 'u32'],
  [0x0052, 'alarmPhotoBits', 'u32'],
  [0x0053, 'alarmPhotoStoreBits', 'u32'],
  [0x0054, 'keyAlarmBits', 'u32'],
  [0x0055, 'maxSpeed', 'u32', 'km/h'],
  [0x0056, 'overspeedDuration', 'u32', 's'],
  [0x0057, 'continuousDriving', 'u32', 's'],
  [0x0058, 'dayDriving', 'u32', 's'],
  [0x0059, 'shortestRest', 'u32', 's'],
  [0x005a, 'longestParking', 'u32', 's'],
  [0x005b, 'overspeedPreWarning', 'u16', '0.1 km/h'],
  [0x005c, 'fatiguePreWarning', 'u16', 's'],
  [
    0x005d,
    'collision',
    {
      fields: [
        ['acceleration', 'u8', '0.1 g'],
        ['duration', 'u8', '4 ms'],
      ],
    },
  ],
  [0x005e, 'rolloverAngle', 'u16', '°'],
  [0x0064, 'timedPhotoBits', 'u32'],
  [0x0065, 'distancePhotoBits', 'u32'],
  [0x0070, 'pictureQuality', 'u32'],
  [0x0071, 'pictureBrightness', 'u32'],
  [0x0072, 'pictureContrast', 'u32'],
  [0x0073, 'pictureSaturation', 'u32'],
  [0x0074, 'pictureChroma', 'u32'],
  [0x0080, 'odometer', 'u32', '0.1 km'],
  [0x0081, 'province', 'u16'],
  [0x0082, 'city', 'u16'],
  [0x0083, 'plate', 'text'],
  [0x0084, 'plateColor', 'u8'],
  [0x0090, 'gnssBits', 'u8'],
  [0x0091, 'gnssBaudRate', 'u8'],
  [0x0092, 'gnssOutputRate', 'u8'],
  [0x0093, 'gnssSampling', 'u32', 's'],
  [0x0094, 'gnssUploadMode', 'u8'],
  [0x0095, 'gnssUploadSetting', 'u32'],
  [0x0100, 'can1Sampling', 'u32', 'ms'],
  [0x0101, 'can1Upload', 'u16', 's'],
  [0x0102, 'can2Sampling', 'u32', 'ms'],
  [0x0103, 'can2Upload', 'u16', 's'],
  [0x0110, 'canId', { fields: canFields }],
];

/** Sound and picture (JT/T 1078) and active safety (T/JSATL 12; all bits of a field set = leave it as it is). */
const videoRows: readonly Row[] = [
  [0x0075, 'streams', { fields: [...streams, ['audioOut', 'u8']] }],
  [
    0x0076,
    'channels',
    {
      fields: [
        ['soundAndPicture', 'u8'],
        ['soundOnly', 'u8'],
        ['pictureOnly', 'u8'],
      ],
      rows: [
        ['physicalChannel', 'u8'],
        ['logicalChannel', 'u8'],
        ['kind', 'u8'],
        ['ptz', 'u8'],
      ],
    },
  ],
  [0x0077, 'channelStreams', { fields: [['count', 'u8']], rows: [['logicalChannel', 'u8'], ...streams] }],
  [
    0x0079,
    'alarmRecording',
    {
      fields: [
        ['storageThreshold', 'u8', '%'],
        ['duration', 'u8', 'min'],
        ['before', 'u8', 'min'],
      ],
    },
  ],
  [0x007a, 'videoAlarmMask', 'u32'],
  [
    0x007b,
    'imageAnalysis',
    {
      fields: [
        ['passengers', 'u8'],
        ['fatigueThreshold', 'u8'],
      ],
    },
  ],
  [
    0x007c,
    'sleep',
    { fields: [['mode', 'u8'], ['wakeConditions', 'u8'], ['days', 'u8'], ['periodBits', 'u8'], ...periods] },
  ],
  [0xf364, 'adas', { fields: adasFields }],
  [0xf365, 'dsm', { fields: dsmFields }],
  [0xf366, 'tyres', { fields: tyreFields }],
  [0xf367, 'blindSpot', { fields: blindSpotFields }],
];

const catalogue: ReadonlyMap<number, ParameterInfo> = new Map(
  [...linkRows, ...vehicleRows, ...videoRows].map(([id, name, layout, unit]) => [
    id,
    { name, layout, unit: unit ?? null },
  ]),
);

/** What is known of a setting; null for ids that are not known. 0x0110 to 0x01FF are all identifiers of the CAN bus. */
export const findParameter = (id: number): ParameterInfo | null =>
  catalogue.get(id > 0x0110 && id <= 0x01ff ? 0x0110 : id) ?? null;
