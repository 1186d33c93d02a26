import type pg from 'pg';

/** From now on the database refuses channels of this organization: nothing can be sent to its invented customers. */
export async function markAsDemo(client: pg.Client, organizationId: string): Promise<void> {
  await client.query('update organizations set is_demo = true where organization_id = $1', [
    organizationId,
  ]);
}
