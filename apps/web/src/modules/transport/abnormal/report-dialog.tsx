import {
  abnormalAdd,
  abnormalPage,
  abnormalStatusCount,
  abnormalSubjects,
  abnormalThread,
  maxAbnormalFiles,
} from '@tongda/contract/transport/abnormal/calls';
import { abnormalLevel } from '@tongda/contract/transport/waybill/enums';
import dayjs from 'dayjs';
import { useDeferredValue, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { PictureInput } from '../../../kit/files/pictures';
import { EffectFields, type ReportDraft, SubjectFields, shortest, WhatFields } from './report-fields';
import './styles.css';

interface ReportDialogProps {
  /** the waybill is known already */
  waybillCode?: string;
  /** what of it is meant, when an order is known already */
  orderCodes?: string[];
  done?: (abnormalCode: string) => void;
  close: () => void;
}

/** 异常上报: what happened to which goods, with pictures. */
export function ReportDialog({ waybillCode, orderCodes = [], done, close }: ReportDialogProps) {
  const [keyword, setKeyword] = useState(waybillCode ?? '');
  const asked = useDeferredValue(keyword);
  const found = useAsk(abnormalSubjects, { keyword: asked }, { keep: true });
  const [draft, setDraft] = useState<ReportDraft>(() => ({
    code: waybillCode,
    orders: orderCodes,
    type: undefined,
    level: abnormalLevel.minor,
    at: dayjs(),
    address: '',
    pieces: null,
    loss: null,
    text: '',
    files: [],
  }));
  const put = (patch: Partial<ReportDraft>): void => setDraft((old) => ({ ...old, ...patch }));
  const { code, orders, text, files } = draft;
  const subject = found.data?.find((one) => one.waybillCode === code);
  return (
    <FormDialog
      endpoint={abnormalAdd}
      input={inputOf(draft)}
      ready={(code !== undefined || orders.length > 0) && text.trim().length >= shortest}
      touched={isTouched(draft)}
      told={({ abnormalCode }) => `${abnormalCode} 已上报`}
      stale={[abnormalPage, abnormalStatusCount, abnormalThread]}
      done={({ abnormalCode }) => done?.(abnormalCode)}
      close={close}
      width={640}
      title="异常上报"
      okText="上报"
    >
      <div className="transport-abnormal-form transport-abnormal-two">
        <SubjectFields
          draft={draft}
          put={put}
          found={found}
          subject={subject}
          search={setKeyword}
          fixed={waybillCode !== undefined}
          alone={orderCodes.length > 0}
        />
        <WhatFields draft={draft} put={put} located={Boolean(subject?.lng)} />
        <EffectFields draft={draft} put={put} />
      </div>
      <PictureInput label="异常图片" max={maxAbnormalFiles} value={files} onChange={(next) => put({ files: next })} />
    </FormDialog>
  );
}

/** The report as it is sent; null while its type or its time is missing. */
const inputOf = ({ type, at, ...draft }: ReportDraft) =>
  type === undefined || at === null
    ? null
    : {
        waybillCode: draft.code ?? null,
        orderCodes: draft.orders,
        abnormalType: type,
        abnormalLevel: draft.level,
        occurTime: at.format('YYYY-MM-DD HH:mm:ss'),
        address: draft.address,
        affectPieces: draft.pieces,
        lossAmount: draft.loss,
        description: draft.text,
        fileIds: draft.files.map(({ id }) => id),
      };

/** Whether something would be lost when the dialog is closed. */
const isTouched = ({ type, address, text, pieces, loss, files }: ReportDraft): boolean =>
  type !== undefined || `${address}${text}` !== '' || pieces !== null || loss !== null || files.length > 0;
