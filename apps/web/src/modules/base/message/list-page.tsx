import {
  categoryName,
  type MessageRow,
  messageColumns,
  messageExport,
  messageFilters,
  messagePage,
  messageTypes,
  readFlag,
} from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import { Button } from 'antd';
import { CheckCheck, Megaphone, Settings, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { useSession } from '../../../kit/session/user';
import { lastDays } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { CategoryMark } from './category-mark';
import { markAllRead, markRead, useNotices } from './notice-store';
import { badgeText } from './popup-model';
import { targetOf } from './target';
import { useOpenMessage } from './use-open';
import { useRemoveMessages } from './use-remove';
import './list-page.css';

const AnnounceDialog = lazy(async () => ({ default: (await import('./announce-dialog')).AnnounceDialog }));

type Categories = Output<typeof messageTypes>;
const shownDays = 7;
/** 消息中心: categories at the left, the messages of the chosen one (or all) beside them. */
export function MessageListPage() {
  const [defaults] = useState(() => lastDays(shownDays));
  const list = useList<MessageRow>(messagePage, { defaults });
  const categories = useCategories();
  const { open, dialog } = useOpenMessage(list.refresh, list.rows);
  const remove = useRemoveMessages(() => list.select([], []));
  const tree = useSession((state) => state.tree);
  const chosen = typeof list.filters.categoryId === 'number' ? list.filters.categoryId : null;
  useNewOnes();
  const actions = (row: MessageRow): RowAction[] => {
    const target = targetOf(row, tree);
    return [
      { label: '详情', run: () => open(row, true) },
      ...(target ? [{ label: '处理', to: target }] : []),
      ...(row.readFlag === readFlag.unread
        ? [{ label: '已读', run: async () => markRead([row.id]).then(list.refresh) }]
        : []),
      { label: '删除', danger: true, run: () => void remove.run({ msgIds: [row.id] }) },
    ];
  };
  return (
    <div className="base-message-page">
      <CategoryList
        categories={categories}
        chosen={chosen}
        choose={(id) => list.query({ ...list.filters, categoryId: id, type: null })}
      />
      <ListPage
        list={list}
        columns={messageColumns}
        cells={messageCells((row) => open(row, true))}
        filters={<RegisterFilters of={messageFilters.table} choices={{ type: typeOptions(categories, chosen) }} />}
        toolbar={<Toolbar chosen={chosen} />}
        batch={(_rows, keys) => (
          <>
            <Button
              icon={<CheckCheck />}
              onClick={() =>
                void markRead(keys).then(() => {
                  list.select([], []);
                  list.refresh();
                })
              }
            >
              批量已读
            </Button>
            <Button icon={<Trash2 />} loading={remove.busy} onClick={() => void remove.run({ msgIds: keys })}>
              删除
            </Button>
          </>
        )}
        rowActions={actions}
        empty={<Empty title={`最近${shownDays}天没有消息`} text="车辆报警、证件和服务费到期、系统公告会出现在这里" />}
      />
      {dialog}
    </div>
  );
}

/** New messages show without a click. */
function useNewOnes(): void {
  const total = useNotices((state) => state.total);
  const invalidate = useInvalidate();
  const before = useRef(total);
  useEffect(() => {
    if (before.current === total) return;
    before.current = total;
    void invalidate(messagePage);
  }, [total, invalidate]);
}

/** Categories with what is unread; asked again whenever the counters move. */
function useCategories(): Categories {
  const _byType = useNotices((state) => state.byType);
  const asked = useAsk(messageTypes, undefined, { keep: true });
  return asked.data ?? [];
}

const typeOptions = (categories: Categories, chosen: number | null) =>
  categories
    .filter(({ id }) => chosen === null || id === chosen)
    .flatMap(({ types }) => types.map(({ id, name }) => ({ code: id, name })));

function messageCells(open: (message: MessageRow) => void): Cells<MessageRow> {
  return {
    readFlag: (row) => (
      <span className="td-dot" data-tone={row.readFlag === readFlag.unread ? 'blue' : undefined}>
        {readFlag.label(row.readFlag)}
      </span>
    ),
    title: (row) => (
      <button
        type="button"
        className="td-plain base-message-title"
        data-unread={row.readFlag === readFlag.unread}
        title={row.title}
        onClick={() => open(row)}
      >
        {row.title}
      </button>
    ),
  };
}

function CategoryList(props: { categories: Categories; chosen: number | null; choose: (id: number | null) => void }) {
  const { categories, chosen, choose } = props;
  const all = categories.reduce((sum, { num }) => sum + num, 0);
  return (
    <nav className="base-message-nav" aria-label="消息分类">
      <CategoryButton name="全部消息" num={all} on={chosen === null} choose={() => choose(null)} />
      {categories.map(({ id, num }) => (
        <CategoryButton
          key={id}
          category={id}
          name={categoryName(id)}
          num={num}
          on={chosen === id}
          choose={() => choose(id)}
        />
      ))}
    </nav>
  );
}

interface CategoryButtonProps {
  category?: MessageRow['category'];
  name: string;
  num: number;
  on: boolean;
  choose: () => void;
}
function CategoryButton({ category, name, num, on, choose }: CategoryButtonProps) {
  return (
    <button type="button" className="td-plain" aria-current={on} onClick={choose}>
      {category ? <CategoryMark category={category} /> : null}
      <span>{name}</span>
      {num > 0 ? (
        <b data-alarm={category === 13} title={`${num}条未读`}>
          {badgeText(num)}
        </b>
      ) : null}
    </button>
  );
}

function Toolbar({ chosen }: { chosen: number | null }) {
  const { byCategory, total } = useNotices();
  const tree = useSession((state) => state.tree);
  const navigate = useNavigate();
  const unread = chosen === null ? total : (byCategory[chosen] ?? 0);
  const administers = useSession(
    ({ user }) => user !== null && user.loginType !== -1 && (user.isPrimaryUser === 1 || user.isOrgManager === 1),
  );
  const [announcing, setAnnouncing] = useState(false);
  const settings = href(routes.pushSettingsList, 'report');
  const place = placeAt(settings);
  const what = chosen === null ? '全部' : categoryName(chosen);
  const categories = msgCategory.codes.filter((code) => code === chosen);
  const readAll = useAct(() => markAllRead(chosen === null ? undefined : categories), {
    sure: { title: `将${what}的${unread}条未读消息标为已读？`, ok: '全部已读' },
    told: (count) => `已将${count}条消息标为已读`,
    stale: [messagePage],
  });
  return (
    <>
      <Button
        icon={<CheckCheck />}
        disabled={unread === 0}
        title={unread === 0 ? '没有未读消息' : undefined}
        loading={readAll.busy}
        onClick={() => void readAll.run()}
      >
        全部已读
      </Button>
      <ExportButton of={messageExport} />
      {administers ? (
        <Button icon={<Megaphone />} onClick={() => setAnnouncing(true)}>
          公告管理
        </Button>
      ) : null}
      {announcing ? (
        <Suspense fallback={null}>
          <AnnounceDialog close={() => setAnnouncing(false)} />
        </Suspense>
      ) : null}
      {place && builtRoutes.has(place.key) && mayEnter(tree, place) ? (
        <Button icon={<Settings />} onClick={() => void navigate(settings)}>
          消息设置
        </Button>
      ) : null}
    </>
  );
}
