import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Screen } from '../../ui/screen.tsx';
import { SettingsLink } from './link.tsx';
import { type Section, sectionsFor } from './sections.ts';
import styles from './settings.module.css';

/** Everything that is set once: its sections beside, the open one in the middle. */
export function Settings() {
  const me = useMe();
  const { section, id } = useParams({ from: '/office/settings/{-$section}/{-$id}' });
  const sections = sectionsFor(me);
  const open = section === undefined ? sections[0] : sections.find(({ path }) => path === section);
  const nav = useRef<HTMLElement>(null);
  const path = open?.path;
  // On a phone the sections are one row that scrolls.
  useEffect(() => {
    if (path === undefined) return;
    nav.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <div className={styles.settings}>
      <nav ref={nav} className={styles.nav} aria-label={text.screens.settings}>
        {groupsOf(sections).map(({ group, members }) => (
          <div key={group} className={styles.group}>
            <div className={styles.groupName}>{group}</div>
            {members.map(({ path: own, label }) => (
              <SettingsLink
                key={own}
                section={own}
                className={styles.link}
                isCurrent={own === path}
              >
                {label}
              </SettingsLink>
            ))}
          </div>
        ))}
      </nav>
      <div className={styles.page}>
        {open ? (
          <Suspense fallback={<p>{text.loading}</p>}>
            <open.Page key={`${open.path} ${id}`} me={me} id={id} />
          </Suspense>
        ) : (
          <Screen title={text.screens.settings}>
            <p>{text.noAccess}</p>
          </Screen>
        )}
      </div>
    </div>
  );
}

function groupsOf(sections: readonly Section[]) {
  const groups = [...new Set(sections.map(({ group }) => group))];
  return groups.map((group) => ({
    group,
    members: sections.filter((section) => section.group === group),
  }));
}
