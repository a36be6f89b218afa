import { u16At, u32At } from '../src/bytes';
import { readAlarmDetails } from '../src/items/details';
import { decodeSafetyItem, type SafetyAlarm } from '../src/jsatl12/alarm-items';
import { type Frame, msgId } from '../src/jt808/codec';
import type { Header } from '../src/jt808/header';
import type { Item, Location } from '../src/jt808/messages/position/0200';
import type { DriverCard } from '../src/jt808/messages/vehicle/0702';
import type { Asserted } from './fixtures';

/** A value that a source states about its frame. */
export interface Fact {
  by: string;
  /** Last word of the property path in the source's test, in its spelling. */
  name: string;
  /** Position among several facts of that name: the n-th location, or the n-th value of an item. */
  index: number;
  value: unknown;
}

/** The values that one source states. Those that it writes as expressions get their value from `expressions`. */
export function statedBy(a: Asserted): Fact[] {
  const by = a.by;
  const seen = new Map<string, number>();
  const ordered = (a.encodes ?? []).map(([name, value]): Fact => {
    const index = seen.get(name) ?? 0;
    seen.set(name, index + 1);
    return { by, name, index, value: name === 'TerminalPhoneNo' ? digits(value) : value };
  });
  const paths = (a.facts ?? []).map(([path, value]): Fact => {
    const index = Number(/\[(\d+)\](?:\.\w+|\)\.\w+)?$/.exec(path)?.[1] ?? /Positions\[(\d+)\]/.exec(path)?.[1] ?? 0);
    const name = nameOf(path);
    return { by, name, index, value: name === 'TerminalPhoneNo' ? digits(value) : evaluate(value) };
  });
  const objects = Object.entries({ ...a.fields, ...a.object }).flatMap(([name, value]) => flatten(by, name, value));
  return [...ordered, ...paths, ...objects].filter((f) => f.value !== undefined);
}

/** Phone digits without leading zeros, as in our key: some sources pad the number. */
const digits = (value: unknown): string => String(value).replace(/^0+/, '');

/** Facts of a stated property. A location, or a list of them, gives a fact for each field. */
function flatten(by: string, name: string, value: unknown): Fact[] {
  const locations = name === 'items' || name === 'Items' ? (value as Array<Record<string, unknown>>) : [value];
  if (name === 'attributes') {
    return Object.entries(value as object).map(([id, v]) => ({ by, name: `item_${id}`, index: 0, value: v }));
  }
  if (/^(TerminalPhoneNo|clientId)$/.test(name)) return [{ by, name, index: 0, value: digits(value) }];
  if (name !== 'items' && name !== 'Items' && name !== 'T0x0200LocationItem') {
    return [{ by, name, index: 0, value: evaluate(value) }];
  }
  return locations.flatMap((l, index) => {
    const inner = ((l as Record<string, unknown>).T0x0200LocationItem ?? l) as Record<string, unknown>;
    return Object.entries(inner).map(([field, v]) => ({ by, name: field, index, value: v }));
  });
}

/** Last word of a property path. When the path leads through an extension item, its id is put before: `0x51.Temperatures`. */
function nameOf(path: string): string {
  const plain = path.replace(/\.(ToArray|ToHexString)\(\)$/, '');
  const words = plain.replace(/\[[^\]]*\]/g, '').split('.');
  const last = words[words.length - 1] ?? path;
  const extension = /^(?:jt808_0x0200_|jT808_0X0200_0X|jT808LocationAttachImpl)(?:0x)?([0-9a-f]{2})\b/i.exec(path);
  return extension ? `0x${extension[1]?.toLowerCase()}.${last}` : last;
}

/** Values of expressions in the sources' own languages. */
const expressions: Record<string, unknown> = {
  'Enums.JT808MsgId._0x0001.ToValue()': 0x0001,
  'Enums.JT808MsgId._0x0002.ToUInt16Value()': 0x0002,
  'Enums.JT808MsgId._0x0102.ToUInt16Value()': 0x0102,
  'Enums.JT808MsgId._0x0200.ToValue()': 0x0200,
  'Enums.JT808MsgId._0x0704.ToUInt16Value()': 0x0704,
  'JT808MsgId._0x0100.ToUInt16Value()': 0x0100,
  'JT808Version.JTT2019': '2019',
  'Enums.JT808TerminalResult.Success': 0,
  'JT808EncryptMethod.None': 0,
  'consts.JT808Protocol2011': '2011',
  'consts.JT808Protocol2013': '2013',
  'consts.JT808Protocol2019': '2019',
  '(0x8000000 | 0x6601)': 0x8006601,
  'JT808_0x0704.BatchLocationType.正常位置批量汇报': false,
  'new List<ushort> {12,34 }': 12,
  'JT808ICCardStatus.ic_card_into': 1,
  'JT808ICCardReadResult.ic_card_reading_succeeded': 0,
};

function evaluate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('is' in value) return value.is === 'True' ? true : value.is === 'False' ? false : value.is;
  if ('expr' in value) return expressions[String(value.expr)] ?? value;
  return value;
}

/** What our decoder has read, under all the names that the sources use for it. */
export function factsOf(header: Header | null, message: Frame['message']): Map<string, unknown[]> {
  const facts = new Map<string, unknown[]>();
  const say = (names: string, ...values: unknown[]): void => {
    for (const name of names.split(' ')) facts.set(name, values);
  };
  if (header) sayHeader(say, header);
  if (message.id === msgId.location) sayLocations(say, [message.body]);
  if (message.id === msgId.locationBatch) {
    sayLocations(say, message.body.locations);
    say('Count Num total', message.body.locations.length);
    say('LocationType', message.body.late);
    say('type', message.body.late ? 1 : 0);
  }
  if (message.id === msgId.terminalReply || message.id === msgId.platformReply) {
    say('ReplyMsgNum responseSerialNo', message.body.replySerial);
    say('ReplyMsgId responseMessageId', message.body.replyId);
    say('TerminalResult resultCode', message.body.result);
  }
  if (message.id === msgId.register) {
    const r = message.body;
    say('ProvinceID provinceId AreaID', r.province);
    say('CityID cityId CityOrCountyId', r.city);
    say('ManufacturerID makerId MakerId', r.maker);
    say('TerminalModel deviceModel', r.model);
    say('TerminalID deviceId TerminalId', r.terminalId);
    say('PlateColor plateColor', r.plateColor);
    say('LicensePlateNumber plateNo PlateNo', r.plate);
    say('Version', r.layout);
  }
  if (message.id === msgId.auth) {
    say('Code token', message.body.code);
    say('imei', message.body.imei);
    say('softwareVersion', message.body.softwareVersion);
  }
  if (message.id === msgId.driverCard) sayDriverCard(say, message.body);
  return facts;
}

/** Notes values under several names, separated by spaces. */
type Say = (names: string, ...values: unknown[]) => void;

function sayDriverCard(say: Say, card: DriverCard): void {
  const time = card.time === null ? '' : new Date(card.time + 8 * 3_600_000).toISOString().slice(0, 19);
  say('IC_Card_Status status', card.inserted ? 1 : 2);
  say('IC_Card_PlugDateTime', time.replace('T', ' '));
  say('dateTime', time.slice(2).replace(/\D/g, ''));
  say('IC_Card_ReadResult cardStatus', card.result);
  say('DriverUserName name', card.name);
  say('QualificationCode licenseNo', card.certificateNo);
  say('LicenseIssuing institution', card.authority);
  say('CertificateExpiresDate', card.validUntil);
  say('licenseValidPeriod', card.validUntil?.replaceAll('-', ''));
  say('DriverIdentityCard', card.idCard);
}

function sayHeader(say: Say, header: Header): void {
  say('MsgId messageId', header.msgId);
  say('TerminalPhoneNo clientId', header.phoneKey);
  say('verified', true);
  say('MsgNum ManualMsgNum serialNo', header.serial);
  say('DataLength', header.bodyLength);
  say('ProtocolVersion protocolVersion', header.protocolVersion);
  say('VersionFlag', header.version === '2019');
  say('Encrypt', header.encryption);
  say('IsPackage', header.subpackage !== null);
  say('PackageIndex PackgeCount', 0);
  // yezhihao states the whole attribute word: body length and flags
  say('properties', header.bodyLength | (header.version === '2019' ? 0x4000 : 0));
}

function sayLocations(say: Say, locations: Location[]): void {
  const each = <T>(of: (l: Location) => T): T[] => locations.map(of);
  say('AlarmFlag AlarmSign warnBit', ...each((l) => l.alarmBits));
  say('StatusFlag StatusSign statusBit', ...each((l) => l.statusBits));
  say('Lat Latitude latitude', ...each((l) => Math.round(l.lat * 1e6)));
  say('Lng Longitude longitude', ...each((l) => Math.round(l.lng * 1e6)));
  say('Altitude altitude', ...each((l) => l.altitudeM));
  say('Speed speed', ...each((l) => Math.round(l.speedKmh * 10)));
  say('Direction direction', ...each((l) => l.directionDeg));
  say('GPSTime DateTime', ...each((l) => chinaTime(l.time)));
  say('deviceTime', ...each((l) => chinaTime(l.time).replace(' ', 'T')));
  const word = (id: number): number[] => each((l) => u16At(item(l, id)?.data ?? new Uint8Array(2), 0));
  say('Mileage', ...each((l) => u32At(item(l, 0x01)?.data ?? new Uint8Array(4), 0)));
  say('Oil', ...word(0x02));
  say('Volage 0x61.Volage', ...word(0x61));
  const first = locations[0];
  if (!first) return;
  say('0x51.Temperatures', ...[0, 2, 4, 6].map((i) => u16At(item(first, 0x51)?.data ?? new Uint8Array(8), i)));
  say('0x58.Humiditys', u16At(item(first, 0x58)?.data ?? new Uint8Array(2), 0));
  const fb = item(first, 0xfb)?.data ?? new Uint8Array(4);
  say('0xfb.PowerPercent', fb[0]);
  say('0xfb.Power', u16At(fb, 1));
  say('0xfb.Status', fb[3]);
  say('VideoSignalLoseAlarmStatus', u32At(item(first, 0x15)?.data ?? new Uint8Array(4), 0));
  say('VideoRelateAlarm', u32At(item(first, 0x14)?.data ?? new Uint8Array(4), 0));
  say('VideoSignalOcclusionAlarmStatus', u32At(item(first, 0x16)?.data ?? new Uint8Array(4), 0));
  say('StorageFaultAlarmStatus', ...word(0x17));
  say('AbnormalDrivingBehaviorAlarmType', ...word(0x18));
  say('FatigueLevel', item(first, 0x18)?.data[2]);
  say('CarSignalStatus', u32At(item(first, 0x25)?.data ?? new Uint8Array(4), 0));
  say('IOStatus', u16At(item(first, 0x2a)?.data ?? new Uint8Array(2), 0));
  for (const { id, data } of first.items)
    if (data.length <= 4)
      say(
        `item_${id}`,
        data.reduce((sum, b) => sum * 256 + b, 0),
      );
  sayDetails(say, first);
  say('EventId', u16At(item(first, 0x04)?.data ?? new Uint8Array(2), 0));
}

/** Alarm details of JT/T 808 and of the active-safety standards, under the names of SmallChi and yezhihao. */
function sayDetails(say: Say, l: Location): void {
  const { tyrePressures, overspeed, area, section } = readAlarmDetails(l.items);
  say('item_5', { value: tyrePressures });
  say('item_17', { areaType: overspeed?.kind, areaId: overspeed?.areaId });
  say('item_18', { areaType: area?.kind, areaId: area?.areaId, direction: area?.direction });
  say('item_19', { areaId: section?.sectionId, driveTime: section?.seconds, result: section?.result });
  for (const i of l.items) {
    const alarm = decodeSafetyItem(i);
    if (!alarm) continue;
    say(`item_${i.id}`, yezhihao(alarm));
    for (const [name, ...values] of smallChi(alarm, i)) say(`${name} 0x${i.id.toString(16)}.${name}`, ...values);
    // the report itself has fields of the same names, which come first
    say('Speed', Math.round(l.speedKmh * 10), alarm.speedKmh);
    say('Altitude', l.altitudeM, alarm.altitudeM);
    say(`0x${i.id.toString(16)}.Speed`, alarm.speedKmh);
    say(`0x${i.id.toString(16)}.Altitude`, alarm.altitudeM);
  }
}

function yezhihao(a: SafetyAlarm): Record<string, unknown> {
  const own =
    a.item === 0x64
      ? {
          type: a.type,
          level: a.level,
          frontSpeed: a.frontSpeedKmh,
          frontDistance: a.frontDistance,
          deviateType: a.deviation,
          roadSign: a.signType,
          roadSignValue: a.signValue,
        }
      : a.item === 0x65
        ? { type: a.type, level: a.level, fatigueDegree: a.fatigue, reserves: u32At(a.reserved, 0) }
        : a.item === 0x67
          ? { type: a.type }
          : a.item === 0x70
            ? { type: a.type, timeThreshold: a.overS, threshold1: a.limit1, threshold2: a.limitRpm }
            : {};
  return {
    id: a.alarmId,
    state: a.flag,
    ...own,
    speed: a.speedKmh,
    altitude: a.altitudeM,
    latitude: Math.round(a.lat * 1e6),
    longitude: Math.round(a.lng * 1e6),
    alarmTime: chinaTime(a.time).replace(' ', 'T'),
    statusBit: a.vehicleStatus,
    deviceId: a.identifier.terminalId,
    dateTime: chinaTime(a.identifier.time).replace(' ', 'T'),
    sequenceNo: a.identifier.sequence,
    fileTotal: a.identifier.attachments,
    reserved: a.identifier.raw[15],
  };
}

function smallChi(a: SafetyAlarm, i: Item): Array<[string, ...unknown[]]> {
  const { raw } = a.identifier;
  const tyres = a.item === 0x66 ? a.tyres : [];
  const each = (of: (t: (typeof tyres)[number]) => number): number[] => tyres.map(of);
  return [
    ['AttachInfoId', i.id],
    ['AttachInfoLength', i.data.length],
    ['AlarmId', a.alarmId],
    ['FlagState', a.flag],
    ['AlarmTime', chinaTime(a.time)],
    ['Latitude', Math.round(a.lat * 1e6)],
    ['Longitude', Math.round(a.lng * 1e6)],
    ['VehicleState', a.vehicleStatus],
    ['TerminalID', a.identifier.terminalId],
    ['TerminalId', a.identifier.terminalId],
    ['Time', chinaTime(a.identifier.time)],
    ['SN', a.identifier.sequence],
    ['AttachCount', a.identifier.attachments],
    ['Retain1', raw[raw.length - 2]],
    ['Retain2', raw[raw.length - 1]],
    ['AlarmOrEventCount', tyres.length],
    ['AlarmOrEventType', ...(a.item === 0x66 ? each((t) => t.bits) : [a.type])],
    ['BatteryLevel', ...each((t) => t.batteryPct)],
    ['TirePressure', ...each((t) => t.pressureKpa)],
    ['TirePressureAlarmPosition', ...each((t) => t.position)],
    ['TireTemperature', ...each((t) => t.temperatureC)],
  ];
}

const item = (l: Location, id: number): Item | undefined => l.items.find((i) => i.id === id);

function chinaTime(time: number | null): string {
  return time === null ? '' : new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
