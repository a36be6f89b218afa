import type { DriverCardMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import type { Bus } from '../core/bus/topics';
import type { Database } from '../core/db/database';

export interface DriverCardsOptions {
  bus: Bus;
  database: Pick<Database, 'systemDb'>;
  /**
   * Tells the detectors that the driver of a vehicle changed. Resolves when the reports from now on are judged with the new driver, with the device
   * time (epoch ms) up to which they had been judged already; null = none.
   */
  changed(clientId: string, vehicleId: string): Promise<number | null>;
}

/**
 * Takes drivers' cards (message 0x0702) from the bus: stores each once with the driver it belongs to, and tells the detectors before the terminal is
 * answered. When reports after the card were judged without it, its days are marked to be computed again. The answer ends the subscription.
 */
export function startDriverCards({ bus, database, changed }: DriverCardsOptions): () => void {
  return bus.subscribe('driverCard', async (card) => {
    const id = await storeCard(database, card);
    if (card.vehicleId === null) return;
    const judgedUntil = await changed(card.clientId, card.vehicleId);
    await sql`select mark_card_days(${id}) where ${judgedUntil !== null && judgedUntil >= card.at}
      or exists (select from device_state s where s.vehicle_id = ${card.vehicleId} and s.device_time >= ${new Date(card.at)})`.execute(
      database.systemDb,
    );
  });
}

/** Stores a card and answers the row's id, also when it was stored before. */
async function storeCard({ systemDb }: DriverCardsOptions['database'], card: DriverCardMessage): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into driver_card
      (client_id, device_id, vehicle_id, at, inserted, result, name, certificate_no, id_card, authority, valid_until, driver_id)
    values (${card.clientId}, ${card.deviceId}, ${card.vehicleId}, ${new Date(card.at)}, ${card.inserted}, ${card.result}, ${cleanCardText(card.name)},
      ${cleanCardText(card.certificateNo)}, ${cleanCardText(card.idCard)}, ${cleanCardText(card.authority)}, ${card.validUntil},
      driver_of_card(${card.clientId}, ${cleanCardText(card.certificateNo)}, ${cleanCardText(card.idCard)}))
    on conflict (device_id, at, inserted) do update set received_at = driver_card.received_at returning id::text`.execute(
    systemDb,
  );
  const [row] = rows;
  if (!row) throw new Error('driver card not stored');
  return row.id;
}

/** Some cards contain zero characters, which PostgreSQL cannot store. */
const cleanCardText = (text: string): string => text.replaceAll('\0', '').trim();
