import { lazy, Suspense } from "react";

const ImportDialog = lazy(async () => ({ default: (await import("@/components/ui/data-transfer")).ImportDialog }));

/** The dialog of an import, loaded when it opens: few people import. @param {React.ComponentProps<typeof ImportDialog>} props */
export function LazyImport(props) {
  return (
    <Suspense>
      <ImportDialog {...props} />
    </Suspense>
  );
}
