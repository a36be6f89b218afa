import {
  type RepairRequestDetail,
  repairRequestChangeHis,
  repairRequestDetail,
} from '@tongda/contract/resources/repair-request/calls';
import { repairRequestState } from '@tongda/contract/resources/repair-request/enums';
import { repairWorkChangeHis, repairWorkDetail } from '@tongda/contract/resources/repair-request/staff';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { Facts } from '../../../kit/detail/page';
import { PictureViewer } from '../../../kit/files/pictures';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { ErrorState, Loading } from '../../../kit/show/states';
import { requestTones, visitWord } from './words';

type Shown = RepairRequestDetail & { clientName?: string };

/** One request as its company sees it. */
export function RequestDrawer({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useAsk(repairRequestDetail, { id });
  return (
    <Shell data={data} close={close} problem={error ? { error, retry: () => void refetch() } : null}>
      <ChangeHistory of={repairRequestChangeHis} id={id} />
    </Shell>
  );
}

/** The same as the provider's staff see it. */
export function WorkDrawer({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useAsk(repairWorkDetail, { id });
  return (
    <Shell data={data} close={close} problem={error ? { error, retry: () => void refetch() } : null}>
      <ChangeHistory of={repairWorkChangeHis} id={id} />
    </Shell>
  );
}

interface ShellProps {
  data: Shown | undefined;
  problem: { error: unknown; retry: () => void } | null;
  close: () => void;
  children: ReactNode;
}

function Shell({ data, problem, close, children }: ShellProps) {
  return (
    <Drawer open size={640} title={data ? `报修单 ${data.requestNo}` : '报修单'} onClose={close}>
      {problem ? <ErrorState {...problem} /> : null}
      {!data && !problem ? <Loading /> : null}
      {data ? (
        <>
          <RequestFacts data={data} />
          {children}
        </>
      ) : null}
    </Drawer>
  );
}

function RequestFacts({ data }: { data: Shown }) {
  return (
    <>
      <Facts
        title="报修"
        facts={[
          ['状态', <StateDot key="state" of={repairRequestState} tones={requestTones} code={data.state} />],
          ...(data.clientName === undefined ? [] : [['企业', data.clientName] as const]),
          ['车牌', data.plateNo],
          ['终端编号', data.terminalNo],
          ['型号', data.model],
          ['故障类型', data.faultText],
          ['描述', data.description],
          ['报修人', data.applyUser],
          ['报修时间', data.createTime],
          ['取消原因', data.cancelReason],
        ]}
      />
      <Facts
        title="上门"
        facts={[
          ['预约时间', visitWord(data)],
          ['地点', data.address],
          ['联系人', data.contact],
          ['电话', data.phone],
          ['工程师', data.engineer],
          ['工程师电话', data.engineerPhone],
        ]}
      />
      {data.doneTime === null ? null : (
        <Facts
          title="结果"
          facts={[
            ['完成时间', data.doneTime],
            ['处理结果', data.result],
            ['费用', data.feeFen === null ? null : `${formatYuan(data.feeFen)} 元`],
            ['更换终端', data.replacedNo],
            ['评分', data.score === null ? null : `${data.score} 分`],
            ['评价', data.comment],
          ]}
        />
      )}
      {data.photos.length > 0 ? <PictureViewer pictures={data.photos} /> : null}
    </>
  );
}
