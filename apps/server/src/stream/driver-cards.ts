import type { DriverCardMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import type { Bus } from '../core/bus/topics';
import type { Database } from '../core/db/database';

export interface DriverCardsOptions {
  bus: Bus;
  database: Pick<Database, 'systemDb'>;
  /**
   * Who drives a vehicle is another one since then: the detectors look again. Resolves when what comes next is judged by it, with the device
   * time up to which they had gone (null = nowhere).
   */
  changed(clientId: string, vehicleId: string): Promise<number | null>;
}

/**
 * Cards of drivers (0x0702): stored once, whoever they belong to looked up among the company's drivers, and heard by the detectors before the
 * terminal is answered. A card that comes after what was judged without it marks its days.
 */
export function startDriverCards({ bus, database, changed }: DriverCardsOptions): () => void {
  return bus.subscribe('driverCard', async (card) => {
    const id = await store(database, card);
    if (card.vehicleId === null) return;
    const judgedUntil = await changed(card.clientId, card.vehicleId);
    await sql`select mark_card_days(${id}) where ${judgedUntil !== null && judgedUntil >= card.at}
      or exists (select from device_state s where s.vehicle_id = ${card.vehicleId} and s.device_time >= ${new Date(card.at)})`.execute(
      database.systemDb,
    );
  });
}

/** The row's number; of one that was there already, too. */
async function store({ systemDb }: DriverCardsOptions['database'], card: DriverCardMessage): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into driver_card
      (client_id, device_id, vehicle_id, at, inserted, result, name, certificate_no, id_card, authority, valid_until, driver_id)
    values (${card.clientId}, ${card.deviceId}, ${card.vehicleId}, ${new Date(card.at)}, ${card.inserted}, ${card.result}, ${plain(card.name)},
      ${plain(card.certificateNo)}, ${plain(card.idCard)}, ${plain(card.authority)}, ${card.validUntil},
      driver_of_card(${card.clientId}, ${plain(card.certificateNo)}, ${plain(card.idCard)}))
    on conflict (device_id, at, inserted) do update set received_at = driver_card.received_at returning id::text`.execute(
    systemDb,
  );
  const [row] = rows;
  if (!row) throw new Error('driver card not stored');
  return row.id;
}

/** PostgreSQL holds no zero characters; cards of some makers do. */
const plain = (text: string): string => text.replaceAll('\0', '').trim();
