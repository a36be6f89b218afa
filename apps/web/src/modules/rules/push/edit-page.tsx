import { keysOf } from '@tongda/contract/core/keys';
import { beyondWords } from '@tongda/contract/rules/push/beyond';
import {
  type PushDetail,
  pushAdd,
  pushChangeHis,
  pushChoices,
  pushDetail,
  pushPage,
  pushUpdate,
} from '@tongda/contract/rules/push/calls';
import { pushLabels } from '@tongda/contract/rules/push/fields';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { EnableDot } from '../../../kit/show/enable-dot';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { EndpointDrawer } from './endpoint-drawer';
import { PushFields } from './fields';
import { usePushLinks } from './links';
import { SummaryPanel } from './summary-panel';
import './styles.css';

const names = keysOf(pushLabels);
const valuesOf = (loaded: PushDetail): Values => Object.fromEntries(names.map((name) => [name, loaded[name]]));
const blank: Values = {
  enabled: true,
  kinds: [],
  minLevel: 2,
  scope: 1,
  targetIds: [],
  channels: [2],
  userIds: [],
  roleIds: [],
  manager: false,
  driver: false,
  contacts: [],
  endpointIds: [],
  period: { weekdays: [], spans: [] },
  quietMode: 1,
  quietPassLevel: 3,
  repeatMin: 0,
  maxTimes: 3,
  notifyEnd: false,
  escalation: [],
  template: '',
  remark: '',
};
const stale = [pushPage, pushDetail, pushChangeHis];

/** 新增/编辑推送: `?id=` edits, `&copy=1` begins a new one like it. */
export function PushEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <Page id={id} start={blank} />;
}

function CopyPage({ id }: { id: string }) {
  const like = useAsk(pushDetail, { id }, { own: 'copy' });
  if (like.error) return <ErrorState error={like.error} retry={() => void like.refetch()} />;
  if (!like.data) return <Loading />;
  return <Page start={{ ...valuesOf(like.data), name: `${like.data.name.slice(0, 26)}-副本` }} />;
}

function Page({ id, start }: { id?: string | undefined; start: Values }) {
  const links = usePushLinks();
  useStaleAfter(stale);
  const [robots, setRobots] = useState(false);
  const choices = useAsk(pushChoices, undefined);
  return (
    <>
      <EditPage<PushDetail, typeof pushUpdate>
        noun="推送"
        id={id}
        load={pushDetail}
        save={pushUpdate}
        create={pushAdd}
        toForm={(loaded) => (loaded === null ? start : valuesOf(loaded))}
        toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
        back={links.list}
        locked={({ beyond, name, own }) => (beyond ? beyondWords('推送设置', name, own) : null)}
        head={(p) => ({
          code: p.name,
          status: <EnableDot status={p.enabled ? 1 : 0} />,
          meta: `创建于 ${shortTime(p.createTime)}　最近修改 ${p.updateUser} ${shortTime(p.updateTime)}`,
        })}
        aside={(p) => (
          <>
            <SummaryPanel choices={choices.data} saved={p} />
            {p ? <OperationLog of={pushChangeHis} id={p.id} /> : null}
          </>
        )}
        body={() => <PushFields choices={choices.data} robots={() => setRobots(true)} />}
      />
      {robots ? <EndpointDrawer close={() => setRobots(false)} /> : null}
    </>
  );
}
