import { allowsAccess } from '@tongda/contract/core/allows';
import { transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { piecesAboard } from '@tongda/contract/transport/waybill/dock/counting';
import {
  type DepartureCheck,
  departureBackdate,
  departureConfirm,
  departureOverride,
  departurePage,
  departureStatusCount,
  manualChecks,
  needsSeal,
} from '@tongda/contract/transport/waybill/dock/departure';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import type { Picture } from '../../../../kit/files/pictures';
import { useSession } from '../../../../kit/session/user';
import { shortTime } from '../../../../kit/show/format';
import { countOf, type ScanLine, type Scans } from '../../parts/scan';
import { waybillLinks } from '../links';

/** One thing that a person looks at before a truck leaves. */
export interface HandCheck {
  item: string;
  /** null: not looked at yet */
  ok: boolean | null;
  remark: string;
  pictures: Picture[];
}

/** What is typed beside the checks. */
interface DepartureFacts {
  /** `YYYY-MM-DD HH:mm:00`; null: now */
  departTime: string | null;
  sealNo: string;
  /** null: the terminal's reading is taken */
  mileageKm: number | null;
  /** why it leaves although a check did not pass */
  why: string;
  remark: string;
}

const idsOf = (pictures: readonly Picture[]): string[] => pictures.map(({ id }) => id);

/** What a scanner finds on the truck: what was loaded, or is planned while nobody counted. Of an order that was counted as 0 it finds nothing. */
export const scanLinesOf = (waybill: DepartureCheck): ScanLine[] =>
  waybill.legs.map((leg) => ({ code: leg.orderCode, due: piecesAboard(leg) }));

/** The scan as one item of the check: once somebody scans, what was not found needs a reason. */
function scanCheckOf(waybill: DepartureCheck, scans: Scans): HandCheck | null {
  if (Object.keys(scans).length === 0) return null;
  const lines = scanLinesOf(waybill);
  const found = lines.reduce((n, line) => n + countOf(scans, line), 0);
  const due = lines.reduce((n, line) => n + line.due, 0);
  const ok = lines.every((line) => countOf(scans, line) === line.due);
  return { item: '扫码核对', ok, remark: `扫到${found}件，应为${due}件`, pictures: [] };
}

/** What somebody says while he checks a departure, what still keeps the truck from leaving, and the departure itself. */
export function useDeparture(waybill: DepartureCheck, refetch: () => Promise<unknown>) {
  const navigate = useNavigate();
  const [items, setItems] = useState<HandCheck[]>(() =>
    manualChecks.map((item) => ({ item, ok: null, remark: '', pictures: [] })),
  );
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [facts, setFacts] = useState<DepartureFacts>(() => ({
    departTime: null,
    sealNo: waybill.sealNo ?? '',
    mileageKm: null,
    why: '',
    remark: '',
  }));
  const [scans, setScans] = useState<Scans>({});
  const scanned = scanCheckOf(waybill, scans);
  const broken = items.some(({ ok }) => ok === false) || scanned?.ok === false;
  const unseen = items.find(({ ok, pictures: seen }) => ok === false && seen.length === 0);
  const unchecked = items.filter(({ ok }) => ok === null).length;
  const unsealed = needsSeal(waybill) && facts.sealNo.trim() === '';
  const needsWhy = waybill.canDepart === 'override' || broken;
  const mayOverride = useSession((state) => allowsAccess(state, departureOverride));
  const mayBackdate = useSession((state) => allowsAccess(state, departureBackdate));
  const act = useAct(departureConfirm, {
    told: ({ departTime: at }) => `${waybill.waybillCode} 已于 ${shortTime(at)} 发车`,
    stale: [departurePage, departureStatusCount, transportTaskCalls.page, waybillStowageCalls.page],
    fresh: refetch,
    done: () => navigate(waybillLinks.departures),
  });
  const send = (): void =>
    void act.run({
      waybillCode: waybill.waybillCode,
      version: waybill.version,
      departTime: facts.departTime ?? undefined,
      mileageKm: facts.mileageKm,
      sealNo: facts.sealNo.trim() || null,
      checkItems: (scanned ? [...items, scanned] : items).map(({ pictures: seen, ok, ...one }) => ({
        ...one,
        // the button waits until everything was looked at
        ok: ok === true,
        fileIds: ok ? [] : idsOf(seen),
      })),
      fileIds: idsOf(pictures),
      overrideReason: needsWhy ? facts.why.trim() : null,
      remark: facts.remark,
    });
  return {
    /** still to be checked; afterwards the page only shows */
    open: waybill.transportStatus === transportStatus.toDepart,
    items,
    putItem: (at: number, patch: Partial<HandCheck>): void =>
      setItems(items.map((one, i) => (i === at ? { ...one, ...patch } : one))),
    /** 全部正常: for what was not looked at yet */
    passRest: (): void => setItems(items.map((one) => (one.ok === null ? { ...one, ok: true } : one))),
    unchecked,
    pictures,
    setPictures,
    facts,
    putFacts: (patch: Partial<DepartureFacts>): void => setFacts((old) => ({ ...old, ...patch })),
    scans,
    setScans,
    /** a reason lifts what did not pass, by somebody who may */
    needsWhy: needsWhy && mayOverride,
    mayBackdate,
    /** the sentence on what is missing for a departure; null: nothing of what the page can see */
    missing:
      unchecked > 0
        ? `人工检查还有${unchecked}项未做`
        : unseen
          ? `${unseen.item}异常，请上传照片`
          : unsealed
            ? '冷藏、冷冻货物须填写铅封号'
            : needsWhy && !mayOverride
              ? '有未通过的检查，您没有带条件放行的权限，请联系主管放行'
              : null,
    ready:
      waybill.canDepart !== 'no' &&
      unchecked === 0 &&
      unseen === undefined &&
      !unsealed &&
      !(needsWhy && (!mayOverride || facts.why.trim().length < 2)),
    act,
    send,
  };
}
export type Departure = ReturnType<typeof useDeparture>;
