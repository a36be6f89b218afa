import { itemNameConflicts, itemNameSetConflicts } from '@tongda/contract/resources/item-name/calls';
import { type ConflictPair, groupsExclude, pairOf, tidyPairs } from '@tongda/contract/resources/item-name/conflicts';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

/** 禁配组设置: the pairs of groups that must not share a vehicle, as a triangular table. */
export function ConflictDialog({ done, close }: { done: () => void; close: () => void }) {
  const answer = useAsk(itemNameConflicts, undefined, { own: 'edit' });
  const [changed, setChanged] = useState<ConflictPair[] | null>(null);
  const pairs = changed ?? answer.data?.pairs ?? [];
  const groups = answer.data?.groups ?? [];
  const toggle = (a: string, b: string): void => {
    const [x, y] = pairOf(a, b);
    setChanged(
      groupsExclude(pairs, a, b)
        ? pairs.filter(([one, other]) => one !== x || other !== y)
        : tidyPairs([...pairs, [a, b]]),
    );
  };
  const there = new Set(groups.map(({ name }) => name));
  // pairs with a group that has no item names any more are dropped
  const kept = pairs.filter(([a, b]) => there.has(a) && there.has(b)).map(([a, b]): [string, string] => [a, b]);
  return (
    <FormDialog
      endpoint={itemNameSetConflicts}
      input={{ pairs: kept }}
      ready={changed !== null}
      touched={changed !== null}
      told={({ count }) => (count > 0 ? `已设置 ${count} 对禁配关系` : '已取消全部禁配关系')}
      done={done}
      close={close}
      title="禁配组设置"
      width={Math.max(460, 200 + groups.length * 64)}
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {answer.data && groups.length < 2 ? (
        <Empty title="至少要有两个禁配组" text="先在品名里填写禁配组，如 食品、药品、异味" />
      ) : null}
      {groups.length >= 2 ? (
        <>
          <p className="td-cap">勾选的两组货物不能装在同一辆车上，配载时直接拦截。</p>
          <table className="resources-item-name-matrix">
            <thead>
              <tr>
                <th />
                {groups.slice(0, -1).map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.slice(1).map((row, i) => (
                <tr key={row.name}>
                  <th scope="row">
                    {row.name} <span className="td-cap">{row.count} 个品名</span>
                  </th>
                  {groups.slice(0, -1).map((column, k) => (
                    <td key={column.name}>
                      {k <= i ? (
                        <Checkbox
                          aria-label={`${row.name}与${column.name}禁配`}
                          checked={groupsExclude(pairs, row.name, column.name)}
                          onChange={() => toggle(row.name, column.name)}
                        />
                      ) : null}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </FormDialog>
  );
}
