import { keysOf } from '@tongda/contract/core/keys';
import {
  type ForwardDetail,
  forwardAdd,
  forwardChangeHis,
  forwardDetail,
  forwardPage,
  forwardTest,
  forwardUpdate,
} from '@tongda/contract/rules/forwarding/calls';
import { forwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import { forwardLabels } from '@tongda/contract/rules/forwarding/fields';
import { beyondWords } from '@tongda/contract/rules/push/beyond';
import { Button } from 'antd';
import { PlugZap } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { toast } from '../../../kit/dialog/notify';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { useCan } from '../../../kit/session/can';
import { EnableDot } from '../../../kit/show/enable-dot';
import { shortTime } from '../../../kit/show/format';
import { ForwardFields } from './fields';
import { subscriptionLinks, useForwardLinks } from './links';

const names = keysOf(forwardLabels);
const blank: Values = {
  protocol: 1,
  kinds: ['position'],
  intervalS: 30,
  scope: 1,
  targetIds: [],
  catchUp: true,
  crs: 1,
  retries: 4,
};
const stale = [forwardPage, forwardDetail, forwardChangeHis];

/** 新增/编辑转发: `?id=` edits. */
export const ForwardEditPage = () => <TargetPage ofCentre={false} />;
/** 新增/编辑订阅 beside the interface centre: `?id=` edits, `?appId=` says of which program a new one is. */
export const SubscriptionEditPage = () => <TargetPage ofCentre />;

function TargetPage({ ofCentre }: { ofCentre: boolean }) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const links = useForwardLinks();
  useStaleAfter(stale);
  return (
    <EditPage<ForwardDetail, typeof forwardUpdate>
      noun={ofCentre ? '订阅' : '转发'}
      id={id}
      load={forwardDetail}
      save={forwardUpdate}
      create={forwardAdd}
      toForm={(loaded) =>
        loaded === null
          ? { ...blank, appId: params.get('appId') }
          : Object.fromEntries(names.map((name) => [name, loaded[name]]))
      }
      toInput={(values, loaded) => ({
        ...values,
        // what belongs to a program has no account of its own, and no other protocol
        ...(values.appId && values.protocol === forwardProtocol.http ? { account: '' } : { appId: null }),
        // an empty box means: as it was
        secret: values.secret ? values.secret : loaded === null ? '' : null,
        ...(loaded === null ? {} : { id: loaded.id, version: loaded.version }),
      })}
      back={ofCentre ? subscriptionLinks.list : links.list}
      locked={({ beyond, name, own }) => (beyond ? beyondWords(ofCentre ? '订阅' : '数据转发', name, own) : null)}
      head={(target) => ({
        code: target.name,
        status: <EnableDot status={target.enabled ? 1 : 0} />,
        meta: `创建于 ${shortTime(target.createTime)}　最近修改 ${target.updateUser} ${shortTime(target.updateTime)}`,
      })}
      aside={(target) =>
        target ? (
          <>
            <TestPanel id={target.id} />
            <OperationLog of={forwardChangeHis} id={target.id} />
          </>
        ) : (
          <Panel title="保存之后">
            <p className="td-cap">
              新增的{ofCentre ? '订阅' : '转发'}处于停止状态。保存后请先测试连接，再在列表中启动。
            </p>
          </Panel>
        )
      }
      body={(target) => (
        <ForwardFields hasSecret={target?.hasSecret ?? false} isNew={target === null} subscription={ofCentre} />
      )}
    />
  );
}

/** Connects and logs in as what is saved says. */
function TestPanel({ id }: { id: string }) {
  const mayTest = useCan(forwardTest);
  const test = useAct(forwardTest, { done: ({ ok, msg }) => toast(ok ? 'success' : 'error', msg) });
  if (!mayTest) return null;
  return (
    <Panel title="连接">
      <Button block icon={<PlugZap />} loading={test.busy} onClick={() => void test.run({ id })}>
        测试连接（按已保存的内容）
      </Button>
    </Panel>
  );
}
