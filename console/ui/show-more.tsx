import type { MorePages } from '../store/use-pages.ts';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import styles from './show-more.module.css';

/** The next page of a list, if there is one. */
export function ShowMore({
  hasMore,
  isLoadingMore,
  showMore,
}: Pick<MorePages, 'hasMore' | 'isLoadingMore' | 'showMore'>) {
  if (!hasMore) return null;
  return (
    <div className={styles.more}>
      <Button onClick={showMore} aria-disabled={isLoadingMore}>
        {isLoadingMore ? text.loading : text.showMore}
      </Button>
    </div>
  );
}
