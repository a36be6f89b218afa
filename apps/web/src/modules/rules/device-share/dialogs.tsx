import {
  type ShareRow,
  type ShareVehicle,
  shareAcceptInvite,
  shareAlias,
  shareDetail,
  shareExtend,
  shareInDetail,
  sharePage,
} from '@tongda/contract/rules/device-share/calls';
import { DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';

interface ExtendProps {
  share: ShareRow;
  changed: () => void;
  close: () => void;
}

/** 续期: a later last day, or none. */
export function ExtendDialog({ share, changed, close }: ExtendProps) {
  const [day, setDay] = useState<string | null>(null);
  const act = useAct(shareExtend, {
    told: `${share.shareNo} 已续期`,
    done: changed,
    fresh: ({ id }) => call(shareDetail, { id }),
  });
  return (
    <ActDialog
      act={act}
      input={{ id: share.id, version: share.version, validUntil: day }}
      ready={day !== null || share.endDate !== null}
      close={close}
      width={400}
      title={`续期 ${share.shareNo}`}
    >
      <p className="td-cap">现在的结束日期：{share.endDate ?? '长期'}。不选择日期则改为长期。</p>
      <AtField name="validUntil">
        <DatePicker
          aria-label="结束日期"
          style={{ width: '100%' }}
          placeholder="长期"
          value={day === null ? null : dayjs(day)}
          minDate={dayjs(share.endDate ?? undefined).add(1, 'day')}
          onChange={(value) => setDay(value ? value.format('YYYY-MM-DD') : null)}
        />
      </AtField>
    </ActDialog>
  );
}

interface TakeProps {
  /** code that a link brought */
  initial: string;
  changed: () => void;
  close: () => void;
}

/** Takes an invitation by its code; it is accepted or declined in the list afterwards. */
export function TakeDialog({ initial, changed, close }: TakeProps) {
  const [code, setCode] = useState(initial);
  const act = useAct(shareAcceptInvite, {
    told: '已领取，请在“共享给我的”中接受或拒绝',
    stale: [sharePage],
    done: changed,
  });
  return (
    <ActDialog
      act={act}
      input={{ code: code.trim() }}
      ready={code.trim() !== ''}
      enter
      close={close}
      width={400}
      title="输入邀请码"
    >
      <AtField name="code">
        <Input
          aria-label="邀请码"
          autoFocus
          value={code}
          maxLength={20}
          placeholder="对方发来的10位邀请码"
          onChange={(event) => setCode(event.target.value.toUpperCase())}
        />
      </AtField>
    </ActDialog>
  );
}

interface AliasProps {
  share: string;
  vehicle: ShareVehicle;
  close: () => void;
}

/** 我的备注名 of a vehicle that the company is lent; nobody else reads it. */
export function AliasDialog({ share, vehicle, close }: AliasProps) {
  const [alias, setAlias] = useState(vehicle.alias);
  const act = useAct(shareAlias, { told: '备注名已保存', stale: [shareInDetail] });
  return (
    <ActDialog
      act={act}
      input={{ id: share, vehicleId: vehicle.vehicleId, alias: alias.trim() }}
      ready={alias.trim() !== vehicle.alias}
      enter
      close={close}
      width={400}
      title={`${vehicle.plateNo} 的备注名`}
    >
      <AtField name="alias">
        <Input
          aria-label="我的备注名"
          autoFocus
          value={alias}
          maxLength={20}
          placeholder="只有本公司看得到"
          onChange={(event) => setAlias(event.target.value)}
        />
      </AtField>
    </ActDialog>
  );
}
