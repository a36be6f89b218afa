import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { textType } from '@tongda/contract/resources/enums';
import { controlRefusal } from '@tongda/contract/watch/command/control';
import { firmwareFits, instructProtocol } from '@tongda/contract/watch/command/edition-enums';
import type { CommandOrder } from '@tongda/contract/watch/command/kind';
import {
  dangerWord,
  type InstructLine,
  type instructCheck,
  type instructSend,
  isDangerous,
  nowWaitMin,
  sendMode,
} from '@tongda/contract/watch/command/staff';
import { sql } from 'kysely';
import { terminalFormSql } from '../../../core/db/terminal-number';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import type { Secrets } from '../../../core/run/secrets';
import { findDetours } from './detour';
import { type Edition, editionOrder, requireEdition } from './edition';
import {
  type Composed,
  controlOrder,
  locateOrder,
  propertiesOrder,
  readOrder,
  restartOrder,
  textOrder,
} from './orders';
import { storeCommands, type Taker, type Timing } from './service';

/** A terminal that said something within this time is here, min. */
const onlineMin = 10;

function composedOf(
  { kind, text, values }: Pick<Parsed<typeof instructSend>, 'kind' | 'text' | 'values'>,
  edition: Edition | null,
  factorKey: Buffer,
): Composed {
  switch (kind) {
    case 'text':
      return textOrder({ vehicleIds: [], text, urgent: false, show: true, speak: true, textType: textType.notice });
    case 'locate':
      return locateOrder;
    case 'properties':
      return propertiesOrder;
    case 'readParams':
      return readOrder({ vehicleIds: [], reason: '', ids: [] });
    case 'restart':
      return restartOrder;
    case 'control':
      return controlOrder(values, factorKey);
    case 'custom':
      if (!edition) throw invalidField('editionId', '请选择指令');
      return editionOrder(edition, values);
  }
}

/** Terminals by their numbers, recorders by their own, which is exact, or by that of their terminal: where each is mounted, what it is, and whether it is here. */
export async function loadTerminals(trx: Trx, numbers: readonly string[], order: CommandOrder | null) {
  const waits =
    order === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from device_command c where c.device_id = t.device_id
    and c.vehicle_id is not distinct from t.vehicle_id and c.state in (0, 9) and c.expires_at > now()
    -- what is encrypted is never twice the same
    and c.params - 'sealed' = ${JSON.stringify(order)}::jsonb - 'sealed')`;
  const named = sql`unnest(${[...numbers]}::text[], ${numbers.map(terminalForm)}::text[]) as w(number, form)`;
  const { rows } = await sql<{
    number: string;
    deviceId: string;
    portableId: string | null;
    clientId: string;
    vehicleId: string | null;
    plateNo: string;
    model: string;
    protocol: string;
    firmware: string | null;
    online: boolean;
    waits: boolean;
  }>`
    select t.number, t.device_id::text as "deviceId", t.portable_id::text as "portableId", t.client_id::text as "clientId",
      t.vehicle_id::text as "vehicleId", t.plate as "plateNo", t.model, t.protocol, t.firmware,
      coalesce(t.seen > now() - make_interval(mins => ${sql.lit(onlineMin)}), false) as online, ${waits} as waits
    from (
      select w.number, d.id as device_id, null::bigint as portable_id, d.client_id, v.id as vehicle_id, coalesce(v.plate_no, '') as plate,
        coalesce(d.model, '') as model, d.protocol, nullif(d.fw_version, '') as firmware, d.last_seen_at as seen
      from ${named} join device d on d.terminal_no = w.form and d.deleted_at is null
        left join device_binding b on b.device_id = d.id and b.during @> now()
        left join vehicle v on v.id = b.vehicle_id and v.deleted_at is null
      union all
      select w.number, p.terminal_id, p.id, p.client_id, null, p.device_no, coalesce(m.name, p.model, ''), coalesce(m.protocol, 'JT808-2013'), p.fw_version,
        p.last_seen_at
      from ${named}
        join portable_device p on p.deleted_at is null and p.phone_key is not null and (p.device_no = w.number or ${terminalFormSql(sql`p.phone_key`)} = w.form)
        left join device_model m on m.id = p.model_id) t`.execute(trx);
  const detours = await findDetours(
    trx,
    rows.map(({ deviceId }) => deviceId),
    order,
  );
  return rows.map((row) => ({ ...row, detour: detours.get(row.deviceId) ?? '' }));
}
export type FoundTerminal = Awaited<ReturnType<typeof loadTerminals>>[number];

/** Why an edition of the catalogue is not for a terminal; '' when it is. */
function editionRefusal(edition: Edition, { model, protocol, firmware }: FoundTerminal): string {
  if (edition.protocol !== instructProtocol.any && protocol !== edition.protocol)
    return `终端协议为${protocol}，指令只适用于${edition.protocol}`;
  if (edition.models.length > 0 && !edition.models.includes(model)) return `型号${model || '未登记'}不支持该指令`;
  return firmwareFits(firmware, edition.firmwareFrom, edition.firmwareUntil)
    ? ''
    : `固件${firmware}不在指令的固件范围内`;
}

function refusalOf(
  terminal: FoundTerminal | undefined,
  edition: Edition | null,
  order: CommandOrder | null = null,
): string {
  if (!terminal) return '没有这台终端';
  const refused = order?.kind === 'control' ? controlRefusal(order.command, terminal.protocol) : '';
  const unfit = refused || (edition && editionRefusal(edition, terminal)) || terminal.detour;
  return unfit || (terminal.waits ? '相同的指令正在等待下发' : '');
}

const takerOf = ({ vehicleId, clientId, deviceId, portableId }: FoundTerminal): Taker => ({
  id: vehicleId,
  clientId,
  deviceId,
  portableId,
});

interface Chosen {
  terminalNos: readonly string[];
  kind: string;
  editionId: string | null;
}

const findEdition = async (trx: Trx, ctx: Ctx, { kind, editionId }: Chosen): Promise<Edition | null> =>
  kind === 'custom' ? requireEdition(trx, ctx, editionId) : null;

/** Looks at the terminals before anything is sent. */
export function checkInstructs(ctx: Ctx, input: Parsed<typeof instructCheck>): Promise<Output<typeof instructCheck>> {
  return ctx.db(async (trx) => {
    const edition = await findEdition(trx, ctx, input);
    const numbers = [...new Set(input.terminalNos)];
    const found = new Map((await loadTerminals(trx, numbers, null)).map((terminal) => [terminal.number, terminal]));
    const lines = numbers.map((terminalNo) => {
      const terminal = found.get(terminalNo);
      const msg = refusalOf(terminal, edition);
      return { terminalNo, plateNo: terminal?.plateNo ?? '', ok: msg === '', msg, online: terminal?.online ?? false };
    });
    const good = lines.filter(({ ok }) => ok);
    const online = good.filter((line) => line.online).length;
    const refused = lines.flatMap(({ online: _, ...line }) => (line.ok ? [] : [line]));
    return { online, offline: good.length - online, refused };
  });
}

function timingOf(ctx: Ctx, { mode, sendTime, expireHours }: Parsed<typeof instructSend>): Timing {
  if (mode === sendMode.now) return { waitMin: nowWaitMin };
  const waitMin = expireHours * 60;
  return mode === sendMode.timed && sendTime !== null
    ? { waitMin, notBefore: instantSql(sendTime, ctx.timeZone) }
    : { waitMin };
}

/** Puts a command into the queue for each terminal that can have it; a dangerous one waits for a second person. Answers one line a number. */
export function sendInstructs(
  ctx: Ctx,
  { factorKey }: Pick<Secrets, 'factorKey'>,
  input: Parsed<typeof instructSend>,
): Promise<InstructLine[]> {
  return ctx.db(async (trx) => {
    const edition = await findEdition(trx, ctx, input);
    const danger = isDangerous(input.kind, edition);
    if (danger && input.confirm !== dangerWord) throw invalidField('confirm', `危险指令请输入“${dangerWord}”`);
    const composed = composedOf(input, edition, factorKey);
    const numbers = [...new Set(input.terminalNos)];
    const found = new Map(
      (await loadTerminals(trx, numbers, composed.order)).map((terminal) => [terminal.number, terminal]),
    );
    const now = input.mode === sendMode.now;
    const refusal = (terminal: FoundTerminal | undefined): string =>
      refusalOf(terminal, edition, composed.order) || (now && terminal?.online === false ? '终端离线，没有下发' : '');
    // a terminal may be named by two numbers
    const takers = new Map(
      [...found.values()].flatMap((terminal) =>
        refusal(terminal) === '' ? [[terminal.deviceId, takerOf(terminal)] as const] : [],
      ),
    );
    const timing = { ...timingOf(ctx, input), review: danger, editionId: edition?.id ?? null };
    await storeCommands(trx, ctx, [...takers.values()], { ...composed, reason: input.reason }, new Map(), timing);
    return numbers.map((terminalNo): InstructLine => {
      const terminal = found.get(terminalNo);
      const msg = refusal(terminal);
      return { terminalNo, plateNo: terminal?.plateNo ?? '', ok: msg === '', msg };
    });
  });
}

/** Why a command may not be given again to this terminal; '' when it may. */
export const againRefusal = (terminal: FoundTerminal | undefined): string => refusalOf(terminal, null);
export const takerAgain = takerOf;
