/**
 * The demo company's vehicles: the one list that the seeder writes into the database and the simulator drives.
 * Plain data without imports of the world, so that the server may read it.
 */

export type RouteId = 'huning' | 'huhang' | 'jingzheng' | 'shenshan' | 'chengguang' | 'guanghuan';
export type CityId = 'shanghai' | 'hangzhou' | 'guangzhou' | 'shenzhen';
/** What the box keeps: frozen −18 ℃, chilled 2–8 ℃, several zones, or nothing. */
export type BoxKind = 'frozen' | 'chilled' | 'multi' | 'ambient';
export type DemoFleetName = '华东冷链一队' | '华南城配' | '外协车队';
export type DemoOrgName = '上海干线部' | '华东城配部' | '广州城配部' | '深圳运营部';
export type PlateColour = 'yellow' | 'green' | 'blue';

/** Where a vehicle works: on a trunk road, on the ring of Guangzhou, or in a city. */
export type DemoDuty =
  | { kind: 'trunk'; route: RouteId }
  | { kind: 'ring'; route: RouteId }
  | { kind: 'city'; city: CityId };

export interface DemoVehicle {
  /** 1-60. The random numbers of the simulated world and the stories are bound to it. */
  no: number;
  plateNo: string;
  colour: PlateColour;
  /** Phone digits in the terminal's header: 12 (2013) or 20 (2019), zero-padded. */
  phone: string;
  protocol: '2013' | '2019';
  /** JT/T 1078 terminal with four cameras. */
  video: boolean;
  /** Carries fruit: a carbon dioxide sensor hangs in the box. */
  fruit: boolean;
  box: BoxKind;
  fleet: DemoFleetName;
  org: DemoOrgName;
  /** Carrier of an outsourced vehicle. */
  carrier: string | null;
  duty: DemoDuty;
  /** Plate of the semi-trailer that it pulls, whose box the probes hang in; null for a lorry with a box of its own. */
  trailer: string | null;
  /** Local minute of the day (UTC+8) at which the duty day begins. */
  startMinute: number;
  /** Tank, litres; 0 for electric vehicles. */
  tankL: number;
  fuelPer100Km: number;
  /** On-board voltage class. */
  volts: 12 | 24;
  /** Temperature probes installed (1-4). */
  probes: readonly DemoProbe[];
  /** The refrigeration unit is not wired to the terminal: whether it runs is told by its air alone. */
  unitUnwired: boolean;
}

/** A temperature probe: where it hangs, and the limits of its zone in ℃ (null: none). */
export interface DemoProbe {
  name: string;
  zone: string;
  kind: Exclude<BoxKind, 'multi'>;
  /** Share (0.5-1) of a disturbance, such as an open door, that reaches the probe. */
  reach: number;
  lower: number | null;
  upper: number | null;
  /** hangs in the air that the refrigeration unit blows, or in the air that comes back to it; absent: in the box */
  air?: 'supply' | 'back';
}

/** Carriers of the outsourced vehicles. */
export const demoCarriers = [
  '苏州恒达运输有限公司',
  '无锡远通物流有限公司',
  '河北冀通冷运有限公司',
  '北京顺驰承运有限公司',
  '成都蓉城车队',
  '绵阳天府货运有限公司',
] as const;

/** Vehicles that work alike. */
type Group = Pick<DemoVehicle, 'fleet' | 'org' | 'duty'> & {
  plates: readonly string[];
  /** One letter a vehicle: what its box keeps, see `boxOf`. */
  boxes: string;
  /** First start (local minute) and the step to the next vehicle; trunk vehicles are spread over the whole day. */
  firstStart: number;
  startStep: number;
  /** The vehicle that works at night: its plate and its start (local minute). */
  night?: readonly [string, number];
  /** Carrier index by position in the group; absent for own vehicles. */
  carriers?: readonly number[];
};

/** The cooled city trucks that work from the evening on; they rest on different days, so that one of them is out in each night. */
export const nightPlates = ['沪AF20736', '粤A9B574'] as const;
const [shanghaiNight, guangzhouNight] = nightPlates;
const east = '华东冷链一队' as const;
const south = '华南城配' as const;
const hired = '外协车队' as const;

/** Tractors and the semi-trailers that they pull. A trailer has no terminal and no driver: it is no vehicle of the fleet. */
const trailerOf: ReadonlyMap<string, string> = new Map([
  ['沪B19L06', '沪B1906挂'],
  ['沪D24T16', '沪D2416挂'],
  ['粤B61M93', '粤B6193挂'],
]);

// Boxes: F frozen, C chilled, M several zones, A ambient: 36 + 14 + 6 + 4 in all.
const groups: readonly Group[] = [
  {
    fleet: east,
    org: '上海干线部',
    duty: { kind: 'trunk', route: 'huning' },
    boxes: 'FFFFFCFFCF',
    firstStart: 20,
    startStep: 143,
    plates: [
      '沪A3F618',
      '沪A7K205',
      '沪B6D931',
      '沪D92157',
      '沪D38T62',
      '沪B19L06',
      '沪A5J873',
      '沪D60H28',
      '沪B77153',
      '沪D24T16',
    ],
  },
  {
    fleet: east,
    org: '上海干线部',
    duty: { kind: 'trunk', route: 'huhang' },
    boxes: 'FCFFCF',
    firstStart: 95,
    startStep: 239,
    plates: ['沪A9L347', '浙A6E512', '浙A83K06', '沪D71952', '浙A2P618', '沪B5C430'],
  },
  {
    fleet: east,
    org: '华东城配部',
    duty: { kind: 'city', city: 'shanghai' },
    boxes: 'FFCMFCFMC',
    firstStart: 270,
    startStep: 50,
    night: [shanghaiNight, 1110],
    plates: [
      '沪C8M216',
      '沪AD61952',
      '沪C3N705',
      '沪EH6182',
      shanghaiNight,
      '沪C6Q491',
      '沪C15R83',
      '沪AD83307',
      '沪C9S250',
    ],
  },
  {
    fleet: east,
    org: '华东城配部',
    duty: { kind: 'city', city: 'hangzhou' },
    boxes: 'CMF',
    firstStart: 300,
    startStep: 55,
    plates: ['浙AD70518', '浙AT6290', '浙AU3157'],
  },
  {
    fleet: south,
    org: '深圳运营部',
    duty: { kind: 'trunk', route: 'shenshan' },
    boxes: 'FFCFCF',
    firstStart: 160,
    startStep: 241,
    plates: ['粤B7A619', '粤B52K80', '粤B3F947', '粤BP2653', '粤B84J10', '粤B61M93'],
  },
  {
    fleet: south,
    org: '深圳运营部',
    duty: { kind: 'city', city: 'shenzhen' },
    boxes: 'FCMF',
    firstStart: 285,
    startStep: 50,
    plates: ['粤BF30962', '粤BD58214', '粤B9W037', '粤BD41790'],
  },
  {
    fleet: south,
    org: '广州城配部',
    duty: { kind: 'ring', route: 'guanghuan' },
    boxes: 'FCFM',
    firstStart: 245,
    startStep: 190,
    plates: ['粤A5G208', '粤A81L36', '粤AH7152', '粤A36Y90'],
  },
  {
    fleet: south,
    org: '广州城配部',
    duty: { kind: 'city', city: 'guangzhou' },
    boxes: 'FMFCAF',
    firstStart: 260,
    startStep: 205,
    night: [guangzhouNight, 1095],
    plates: ['粤A2X681', '粤AF15830', guangzhouNight, '粤AV0326', '粤AD92605', '粤A68Z13'],
  },
  {
    fleet: hired,
    org: '上海干线部',
    duty: { kind: 'trunk', route: 'jingzheng' },
    boxes: 'FFAFFFF',
    firstStart: 40,
    startStep: 206,
    plates: ['京A8N062', '冀A5R719', '冀A93T45', '京AW1738', '冀AQ6250', '豫A7M386', '豫A1C925'],
    carriers: [2, 2, 3, 3, 0, 1, 1],
  },
  {
    fleet: hired,
    org: '深圳运营部',
    duty: { kind: 'trunk', route: 'chengguang' },
    boxes: 'FACAF',
    firstStart: 120,
    startStep: 287,
    plates: ['川A6H913', '川A27P58', '川AL8046', '川B5K172', '川A9D360'],
    carriers: [4, 4, 4, 5, 5],
  },
];

const boxOf: Record<string, BoxKind> = { F: 'frozen', C: 'chilled', M: 'multi', A: 'ambient' };
const videoNos = new Set([2, 17, 30, 44, 50]);
const fruitNos = new Set([12, 15]);
/** A frozen box with two probes in the unit's air, of which the unit itself is not wired. */
const unwiredNo = 39;
/** Whether two of the four probes of a frozen box hang in the unit's air, which tell cooling, fan and defrost apart: in every third one. */
const hasAirProbes = (no: number): boolean => no % 3 === 1 || no === 21 || no === unwiredNo;

/** Probes of a vehicle: two in a frozen or chilled box (four in two of three frozen ones), one a zone in a box of several, one in an ambient box. */
function probesOf(box: BoxKind, no: number): DemoProbe[] {
  const frozen = (name: string, reach: number): DemoProbe => ({
    name,
    zone: '冷冻区',
    kind: 'frozen',
    reach,
    lower: -25,
    upper: -12,
  });
  const chilled = (name: string, reach: number): DemoProbe => ({
    name,
    zone: '冷藏区',
    kind: 'chilled',
    reach,
    lower: 0,
    upper: 8,
  });
  const ambient = (name: string): DemoProbe => ({
    name,
    zone: '常温区',
    kind: 'ambient',
    reach: 1,
    lower: null,
    upper: null,
  });
  if (box === 'multi') return [frozen('冷冻区', 0.7), chilled('冷藏区', 0.8), ambient('常温区')];
  if (box === 'ambient') return [ambient('车厢')];
  const one = box === 'frozen' ? frozen : chilled;
  const list = [one('前部', 0.6), one('后部', 1)];
  if (box === 'frozen' && hasAirProbes(no))
    return [
      ...list,
      { ...one('回风', 0.75), air: 'back' },
      { ...one('送风', 0.8), air: 'supply', upper: null, lower: null },
    ];
  return box === 'frozen' && no % 3 === 0 ? [...list, one('左侧', 0.75), one('右侧', 0.8)] : list;
}

/** Plates of new-energy vehicles have 8 characters and are green; heavy vehicles have yellow plates, light ones blue. */
function colourOf(plateNo: string, volts: 12 | 24): PlateColour {
  if (plateNo.length === 8) return 'green';
  return volts === 24 ? 'yellow' : 'blue';
}

function buildVehicle(group: Group, plateNo: string, i: number, no: number): DemoVehicle {
  const box = boxOf[group.boxes[i] ?? ''] ?? 'ambient';
  const trunk = group.duty.kind === 'trunk';
  const volts = trunk || group.duty.kind === 'ring' || trailerOf.has(plateNo) ? 24 : 12;
  const colour = colourOf(plateNo, volts);
  const video = videoNos.has(no);
  const protocol = video || no % 4 === 3 ? '2019' : '2013';
  const subscriber = `14400${String(260_000 + no * 37)}`;
  const carrier = group.carriers?.[i];
  return {
    no,
    plateNo,
    colour,
    phone: subscriber.padStart(protocol === '2013' ? 12 : 20, '0'),
    protocol,
    video,
    fruit: fruitNos.has(no),
    box,
    fleet: group.fleet,
    org: group.org,
    carrier: carrier === undefined || carrier === null ? null : (demoCarriers[carrier] ?? null),
    duty: group.duty,
    trailer: trailerOf.get(plateNo) ?? null,
    startMinute: plateNo === group.night?.[0] ? group.night[1] : (group.firstStart + i * group.startStep) % 1440,
    tankL: colour === 'green' ? 0 : trunk ? 400 : 200,
    fuelPer100Km: trunk ? 27 + ((no * 7) % 5) : 17 + ((no * 5) % 4),
    volts,
    probes: probesOf(box, no),
    unitUnwired: no === unwiredNo,
  };
}

/** All 60 vehicles, by `no`. */
export const demoVehicles: readonly DemoVehicle[] = groups
  .flatMap((group) => group.plates.map((plateNo, i) => ({ group, plateNo, i })))
  .map(({ group, plateNo, i }, index) => buildVehicle(group, plateNo, i, index + 1));
