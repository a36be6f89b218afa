import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { horizontalListSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { constants } from '@tongda/contract/shell/constants';
import { Dropdown } from 'antd';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { dragAnnouncements } from '../../kit/show/drag-words';
import { useSize } from '../../kit/show/hooks/use-size';
import { askToLeavePage } from '../frame/kept-pages';
import { leaveTabs, setTabs, useTabs } from './store';
import { closeLeft, closeOthers, closeRight, closeTab, moveTab, type Tab, type TabState } from './tabs';
import './bar.css';

/** Tabs of the sub-application in front: click, close, right-click, drag. */
export function TabBar({ group }: { group: string }) {
  const state = useTabs();
  const navigate = useNavigate();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const shown: TabState = { ...state, tabs: state.tabs.filter((tab) => tab.group === group) };
  /** Takes over a change of the shown tabs; those of other groups stay. The page follows when another tab became active. */
  const apply = async (next: TabState): Promise<void> => {
    const others = state.tabs.filter((tab) => tab.group !== group);
    const target = next.tabs.find((tab) => tab.id === next.activeId);
    const go = next.activeId !== state.activeId && target !== undefined;
    if (go && !(await askToLeavePage())) return;
    if (go) leaveTabs(shown.tabs.filter((tab) => !next.tabs.includes(tab)).map(({ id }) => id));
    setTabs({ tabs: [...others, ...next.tabs], activeId: next.activeId });
    if (go) await navigate(target.url);
  };
  // more tabs than the line is wide: the one in front is in sight, also when it was opened elsewhere or with the address, or the window shrank
  const [bar, { width }] = useSize<HTMLElement>();
  useEffect(() => {
    if (width === 0) return;
    bar.current
      ?.querySelector(`[id="tab-${state.activeId}"]`)
      ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [bar, width, state.activeId]);
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over) void apply(moveTab(shown, String(active.id), String(over.id)));
  };
  const step = (event: KeyboardEvent, at: number): void => {
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : -1;
    const tab = shown.tabs[to];
    if (tab) document.getElementById(`tab-${tab.id}`)?.focus();
    if (event.key === 'Delete' && shown.tabs[at]) void apply(closeTab(shown, shown.tabs[at].id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={dragAnnouncements((id) => shown.tabs.find((tab) => tab.id === id)?.name ?? '')}
    >
      <SortableContext items={shown.tabs.map(({ id }) => id)} strategy={horizontalListSortingStrategy}>
        <nav className="shell-tab-bar" ref={bar} aria-label="已打开的页面">
          {shown.tabs.map((tab, at) => (
            <TabItem
              key={tab.id}
              tab={tab}
              active={tab.id === state.activeId}
              only={shown.tabs.length === 1}
              state={shown}
              apply={(next) => void apply(next)}
              go={() => void navigate(tab.url)}
              onKeyDown={(event) => step(event, at)}
            />
          ))}
        </nav>
      </SortableContext>
    </DndContext>
  );
}

interface TabItemProps {
  tab: Tab;
  active: boolean;
  only: boolean;
  state: TabState;
  apply: (next: TabState) => void;
  go: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TabItem({ tab, active, only, state, apply, go, onKeyDown }: TabItemProps) {
  const { setNodeRef, listeners, transform, isDragging } = useSortable({
    id: tab.id,
    transition: { duration: constants.tab.dragAnimationMs, easing: 'ease' },
  });
  const choices = [
    { key: 'left', label: '关闭左侧', next: closeLeft(state, tab.id) },
    { key: 'right', label: '关闭右侧', next: closeRight(state, tab.id) },
    { key: 'others', label: '关闭其他', next: closeOthers(state, tab.id) },
  ];
  const items = choices.map(({ key, label, next }) => ({
    key,
    label,
    disabled: next === state,
    onClick: () => apply(next),
  }));
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <div
        ref={setNodeRef}
        className="shell-tab"
        data-active={active}
        data-dragging={isDragging}
        style={{ transform: CSS.Translate.toString(transform) }}
        {...listeners}
      >
        <button
          type="button"
          id={`tab-${tab.id}`}
          aria-current={active ? 'page' : undefined}
          tabIndex={active ? 0 : -1}
          className="td-plain shell-tab-name"
          onClick={go}
          onKeyDown={onKeyDown}
        >
          {tab.name}
        </button>
        {only ? null : (
          <button
            type="button"
            className="td-plain shell-tab-close"
            aria-label={`关闭${tab.name}`}
            tabIndex={-1}
            onClick={() => apply(closeTab(state, tab.id))}
          >
            <X />
          </button>
        )}
      </div>
    </Dropdown>
  );
}
