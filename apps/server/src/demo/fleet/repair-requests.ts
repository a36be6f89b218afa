import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { repairFault, repairRequestState, visitHalf } from '@tongda/contract/resources/repair-request/enums';
import { bookableFrom, isWorkingDay } from '@tongda/contract/resources/repair-request/visit';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { type Story, storiesOf } from '@tongda/simulator/fleet/stories';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { dateIn, vehicleId } from './vehicle/rows';

interface Wish {
  /** truck whose terminal is reported: the first with the story */
  story: Story['kind'];
  state: (typeof repairRequestState.codes)[number];
  faults: ReadonlyArray<(typeof repairFault.codes)[number]>;
  description: string;
  /** days ago */
  reported: number;
  more?: {
    engineer?: readonly [name: string, phone: string];
    result?: string;
    feeFen?: number;
    score?: number;
    comment?: string;
    cancelReason?: string;
  };
}
const { waiting, accepted, working, done, rated, cancelled } = repairRequestState;
const zheng = ['郑国强', '13900216620'] as const;
const wang = ['王海波', '13900216635'] as const;

/** One request in each state, for the terminals that the stories make trouble with. */
const wishes: readonly Wish[] = [
  {
    story: 'probeBroken',
    state: waiting,
    faults: [repairFault.temperature],
    description: '后部探头读数跳变，时有时无，前部正常',
    reported: 1,
  },
  {
    story: 'noFix',
    state: accepted,
    faults: [repairFault.notLocated],
    description: '每小时有一段时间不定位，天线接头已插紧过',
    reported: 2,
    more: { engineer: zheng },
  },
  {
    story: 'powerCut',
    state: working,
    faults: [repairFault.powerCut],
    description: '夜间主电源断开，早上自行恢复，保险丝完好',
    reported: 4,
    more: { engineer: wang },
  },
  {
    story: 'weakBackup',
    state: done,
    faults: [repairFault.lowBattery],
    description: '备用电池充不满，断电后几分钟就离线',
    reported: 9,
    more: { engineer: wang, result: '更换备用电池，断电测试保持40分钟在线', feeFen: 9_000 },
  },
  {
    story: 'driftSpike',
    state: rated,
    faults: [repairFault.notLocated, repairFault.other],
    description: '定位偶尔跳到几公里外，几分钟后恢复',
    reported: 16,
    more: {
      engineer: zheng,
      result: '定位天线移到挡风玻璃上沿，卫星数由7颗升到15颗',
      score: 5,
      comment: '上门准时，讲得清楚',
    },
  },
  {
    story: 'chillerStop',
    state: cancelled,
    faults: [repairFault.temperature],
    description: '行驶中温度升高，怀疑温度探头漂移',
    reported: 12,
    more: { cancelReason: '查明是冷机停机，终端正常' },
  },
];

/** Writes the repair requests of the demo company. */
export async function seedRepairRequests(trx: Trx, now: Date): Promise<void> {
  const clientId = demoClients.cold.id;
  const today = dateIn(now, 0);
  const coming = bookableFrom(today);
  for (const [i, wish] of wishes.entries()) {
    const vehicle = demoVehicles.find((v) => v.carrier === null && storiesOf(v.no).some((s) => s.kind === wish.story));
    if (!vehicle) continue;
    const at = new Date(now.getTime() - wish.reported * dayMs - 3 * hourMs);
    const code = `BX${dateIn(at, 0).replaceAll('-', '').slice(2)}${String(i + 1).padStart(5, '0')}`;
    const over = wish.state !== waiting && wish.state !== accepted;
    const visitOn = over ? workingDayFrom(at) : (coming[i] ?? today);
    const [engineer = '', phone = ''] = wish.more?.engineer ?? [];
    const doneAt = wish.state === done || wish.state === rated ? new Date(`${visitOn}T03:20:00Z`) : null;
    await sql`insert into repair_request (client_id, request_no, device_id, vehicle_id, plate_no, terminal_no, model, faults, description, visit_on, visit_half,
        address, contact, phone, state, engineer, engineer_phone, result, fee_fen, done_at, score, comment, cancel_reason, created_by, apply_user, created_at, updated_at)
      select ${clientId}, ${code}, d.id, v.id, v.plate_no, d.terminal_no, coalesce(d.model, ''), ${[...wish.faults]}::smallint[], ${wish.description},
        ${visitOn}::date, ${i % 2 === 0 ? visitHalf.morning : visitHalf.afternoon}, '上海市青浦区华徐公路3029号 停车场', '周立群', '13816502213', ${wish.state},
        ${engineer}, ${phone}, ${wish.more?.result ?? ''}, ${wish.more?.feeFen ?? null}, ${doneAt}, ${wish.more?.score ?? null}, ${wish.more?.comment ?? ''},
        ${wish.more?.cancelReason ?? ''}, u.id, u.name, ${at}, ${doneAt ?? at}
      from vehicle v join device_binding b on b.vehicle_id = v.id and upper_inf(b.during) join device d on d.id = b.device_id
        join app_user u on u.id = 151
      where v.id = ${vehicleId(vehicle.no)}`.execute(trx);
  }
}

/** The first working day after a moment. */
function workingDayFrom(at: Date): string {
  for (let days = 1; ; days++) {
    const day = dateIn(at, days);
    if (isWorkingDay(day)) return day;
  }
}
