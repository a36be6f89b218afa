import type { Output } from '@tongda/contract/core/endpoint';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { transportationStatus } from '@tongda/contract/transport/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { billOfLadingCalls, transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { arrivalConfirm, arrivalPage, arrivalStatusCount } from '@tongda/contract/transport/waybill/dock/arrival';
import { countProblem } from '@tongda/contract/transport/waybill/dock/counting';
import { stopType } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail, WaybillLeg, WaybillStop } from '@tongda/contract/transport/waybill/shapes';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import type { Picture } from '../../../../kit/files/pictures';
import { countOf, type Scans } from '../../parts/scan';
import { waybillLinks } from '../links';

/** What was counted of one order at a stop; temperature in ℃. */
export interface ArrivalLine {
  orderCode: string;
  pieces: number;
  damaged: number;
  short: number;
  over: number;
  productTemp: number | null;
}

/** What is typed beside the counts. */
interface ArrivalFacts {
  sealNoSeen: string;
  boxTemp: number | null;
  boxTempReason: string;
  reportDifferences: boolean;
  remark: string;
}

export const isCold = ({ temperatureType: type }: WaybillLeg): boolean =>
  type === temperatureType.chilled || type === temperatureType.frozen;

/** Orders that are still to be counted at a stop: loaded or unloaded there, pick-ups as long as nobody took them along. */
export const legsAt = (waybill: WaybillDetail, stop: WaybillStop): WaybillLeg[] =>
  waybill.legs.filter(
    (leg) =>
      (stop.stopType === stopType.load ? leg.fromSeq : leg.toSeq) === stop.seq &&
      (stop.stopType === stopType.load && isPickUpCode(leg.orderCode)
        ? leg.transportationStatus === transportationStatus.notStarted
        : leg.transportationStatus !== transportationStatus.completed),
  );

function doneSentence({ name }: WaybillStop, { receiptCodes, abnormalCodes }: Output<typeof arrivalConfirm>): string {
  const more = [
    receiptCodes.length > 0 ? `收货单 ${receiptCodes.length} 张` : '',
    abnormalCodes.length > 0 ? `异常单 ${abnormalCodes.join('、')}` : '',
  ].filter(Boolean);
  return `${name} 已核对${more.length > 0 ? `，生成${more.join('，')}` : ''}`;
}

/** Why an order cannot be confirmed as it was counted; null when it can. */
function lineProblem(line: ArrivalLine, leg: WaybillLeg, loading: boolean): string | null {
  if (loading && isPickUpCode(leg.orderCode)) return line.pieces > 0 ? null : '没有提到货，请在提货单登记提货失败';
  if (loading) return line.pieces === leg.planPieces ? null : `应装${leg.planPieces}件，部分装车请先拆单`;
  return (
    countProblem({ ...line, loaded: leg.loadPieces, unloaded: line.pieces }) ??
    (isCold(leg) && line.pieces > 0 && line.productTemp === null ? `请填写${leg.orderCode}货温` : null)
  );
}

/** The counted lines of a stop. Missing and surplus pieces follow from the pieces, these from a scanner once somebody scans. */
function useArrivalLines(legs: readonly WaybillLeg[], loading: boolean) {
  const due = (leg: WaybillLeg): number => (loading ? leg.planPieces : leg.loadPieces);
  const everything = (): ArrivalLine[] =>
    legs.map((leg) => ({
      orderCode: leg.orderCode,
      pieces: due(leg),
      damaged: 0,
      short: 0,
      over: 0,
      productTemp: null,
    }));
  const [lines, setLines] = useState<ArrivalLine[]>(everything);
  const [scans, setScans] = useState<Scans>({});
  const withPieces = (line: ArrivalLine, leg: WaybillLeg | undefined, pieces: number): ArrivalLine =>
    leg && !loading
      ? { ...line, pieces, short: Math.max(0, due(leg) - pieces), over: Math.max(0, pieces - due(leg)) }
      : { ...line, pieces };
  const scanLines = legs.map((leg) => ({ code: leg.orderCode, due: due(leg) }));
  return {
    lines,
    due,
    scans,
    scanLines,
    put: (at: number, patch: Partial<ArrivalLine>): void =>
      setLines(
        lines.map((line, i) => {
          if (i !== at) return line;
          const next = { ...line, ...patch };
          return patch.pieces === undefined ? next : withPieces(next, legs[i], patch.pieces);
        }),
      ),
    /** what was not scanned is not there; without any scan everything is */
    putScans: (next: Scans): void => {
      setScans(next);
      const seen = (line: ArrivalLine, i: number): ArrivalLine => {
        const of = scanLines[i];
        return of ? withPieces(line, legs[i], countOf(next, of)) : line;
      };
      setLines(Object.keys(next).length === 0 ? everything() : lines.map(seen));
    },
  };
}

/** What somebody counts and sees at a stop, what still keeps him from confirming it, and the confirmation. */
export function useArrival(waybill: WaybillDetail, stop: WaybillStop, refetch: () => Promise<unknown>) {
  const navigate = useNavigate();
  const loading = stop.stopType === stopType.load;
  const legs = legsAt(waybill, stop);
  const counting = useArrivalLines(legs, loading);
  const { lines } = counting;
  const [facts, setFacts] = useState<ArrivalFacts>(() => ({
    sealNoSeen: '',
    boxTemp: waybill.boxTemp,
    boxTempReason: '',
    reportDifferences: true,
    remark: '',
  }));
  const [pictures, setPictures] = useState<Picture[]>([]);
  const problems = lines.map((line, i) => {
    const leg = legs[i];
    return leg ? lineProblem(line, leg, loading) : null;
  });
  const seal = facts.sealNoSeen.trim();
  const sealWrong = waybill.sealNo !== null && seal !== '' && seal !== waybill.sealNo;
  const tempOther = facts.boxTemp !== null && waybill.boxTemp !== null && facts.boxTemp !== waybill.boxTemp;
  const act = useAct(arrivalConfirm, {
    told: (done) => doneSentence(stop, done),
    stale: [arrivalPage, arrivalStatusCount, transportTaskCalls.page, waybillStowageCalls.page, billOfLadingCalls.page],
    fresh: refetch,
    done: () => navigate(waybillLinks.arrivals),
  });
  return {
    ...counting,
    loading,
    legs,
    facts,
    putFacts: (patch: Partial<ArrivalFacts>): void => setFacts((old) => ({ ...old, ...patch })),
    pictures,
    setPictures,
    problems,
    sealWrong,
    /** the box temperature is not what the probe says */
    tempOther,
    differs: sealWrong || lines.some((line) => line.damaged + line.short + line.over > 0),
    /** the first thing that keeps from confirming; null: nothing */
    problem:
      problems.find((one) => one !== null) ??
      (sealWrong && pictures.length === 0 ? '铅封不符，请上传铅封照片' : null) ??
      (tempOther && facts.boxTempReason.trim() === '' ? '厢温与探头不同，请填写原因' : null),
    act,
    send: (): void =>
      void act.run({
        waybillCode: waybill.waybillCode,
        version: waybill.version,
        stopSeq: stop.seq,
        sealNoSeen: seal || null,
        boxTemp: facts.boxTemp,
        boxTempReason: tempOther ? facts.boxTempReason.trim() : null,
        fileIds: pictures.map(({ id }) => id),
        reportDifferences: facts.reportDifferences,
        lines,
        remark: facts.remark,
      }),
  };
}
export type Arrival = ReturnType<typeof useArrival>;
