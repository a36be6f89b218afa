import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';

/** What dragging says to screen readers, in Chinese; `name` tells an item's word from its id. */
export function dragAnnouncements(name: (id: string) => string): {
  screenReaderInstructions: ScreenReaderInstructions;
  announcements: Announcements;
} {
  return {
    screenReaderInstructions: { draggable: '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消' },
    announcements: {
      onDragStart: ({ active }) => `已拿起${name(String(active.id))}`,
      onDragOver: ({ active, over }) => (over ? `${name(String(active.id))}移到${name(String(over.id))}处` : undefined),
      onDragEnd: ({ active }) => `已放下${name(String(active.id))}`,
      onDragCancel: ({ active }) => `已取消移动${name(String(active.id))}`,
    },
  };
}
