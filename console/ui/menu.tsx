import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  run(): void;
  look?: 'danger' | undefined;
}

/** A button that opens a list of actions. */
export function Menu({
  button,
  items,
  align = 'end',
  isOpenAtFirst = false,
}: {
  button: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  isOpenAtFirst?: boolean;
}) {
  return (
    <Radix.Root defaultOpen={isOpenAtFirst}>
      <Radix.Trigger asChild>{button}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {items.map(({ label, run, look }) => (
            <Radix.Item key={label} className={styles.item} data-look={look} onSelect={run}>
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
