import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { Input, Modal } from 'antd';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { pinyinMatch } from '../../kit/form/pinyin';
import { useSession } from '../../kit/session/user';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';

interface Entry {
  node: MenuNode;
  /** names of what it stands under */
  under: string;
  icon: string;
}

/** Every page of the tree, once each. */
function entriesOf(nodes: readonly MenuNode[], under: string[] = [], icon = ''): Entry[] {
  return nodes.flatMap((node) => {
    const mark = node.icon || icon;
    const own = node.url && node.children.length === 0 ? [{ node, under: under.join(' › '), icon: mark }] : [];
    return [...own, ...entriesOf(node.children, [...under, node.name], mark)];
  });
}

/** The dialog of the menu search: arrows choose, Enter opens. */
export default function MenuPalette({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Modal
      open={open}
      onCancel={close}
      footer={null}
      closable={false}
      destroyOnHidden
      width={520}
      className="shell-frame-palette"
      style={{ top: 90 }}
      aria-label="搜索菜单"
    >
      <Palette close={close} />
    </Modal>
  );
}

function Palette({ close }: { close: () => void }) {
  const tree = useSession((state) => state.visible);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const openPage = useOpenPage();
  const all = useMemo(() => entriesOf(tree), [tree]);
  const found = all.filter(({ node, under }) => pinyinMatch(node.name, text) || pinyinMatch(under, text));
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    close();
    openPage(entry.node);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(found.length - 1, at + step)));
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[at]);
  };
  return (
    <>
      <Input
        autoFocus
        className="shell-frame-palette-input"
        prefix={<Search className="td-ico td-mute" />}
        suffix={<kbd>Esc</kbd>}
        placeholder="搜索菜单，支持拼音首字母"
        aria-label="搜索菜单"
        aria-controls="td-palette-list"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 ? <div className="shell-frame-palette-none">没有符合的菜单</div> : null}
      <div id="td-palette-list" role="listbox" aria-label="菜单">
        {found.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input above, where the focus stays
          <div
            key={`${entry.node.sys} ${entry.node.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onMouseEnter={() => setAt(i)}
            onClick={() => go(entry)}
          >
            <MenuIcon name={entry.icon} />
            {entry.node.name}
            <span className="td-cap">{entry.under}</span>
          </div>
        ))}
      </div>
    </>
  );
}
