import { CircleAlert, Inbox, Lock, SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { manyIn, oneIn } from "@/lib/fields";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Failure } from "@/sdk/types"
 */

/**
 * What stands where rows will be: says what belongs here, and offers to add it.
 * @param {{ icon?: React.ComponentType<React.SVGAttributes<SVGElement>> | undefined, title: string, description?: string, children?: React.ReactNode }} props
 */
export function EmptyState({ icon: Icon = Inbox, title, description, children }) {
  return (
    <div className="flex flex-col items-center justify-center rounded-xl border border-dashed px-6 py-14 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-primary/10 text-primary">
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h2 className="text-base">{title}</h2>
      {description && <p className="mt-1 max-w-sm text-sm text-muted-foreground">{description}</p>}
      {children && <div className="mt-5">{children}</div>}
    </div>
  );
}

/**
 * Says why rows could not be shown: not there, not allowed, or not reached. `onLeave` leads to the list of one that is not there.
 * @param {{ error: Failure, onRetry: () => void, entity?: Entity, onLeave?: () => void }} props
 */
export function LoadError({ error, onRetry, entity, onLeave }) {
  if (error.status === 404 && entity && onLeave)
    return (
      <EmptyState
        icon={SearchX}
        title={`This ${oneIn(entity)} is not here`}
        description="It was deleted, or its address is not complete."
      >
        <Button variant="outline" onClick={onLeave}>
          See all {manyIn(entity)}
        </Button>
      </EmptyState>
    );
  const isForbidden = error.status === 401 || error.status === 403;
  return (
    <EmptyState
      icon={isForbidden ? Lock : CircleAlert}
      title={
        error.status === 401
          ? "Sign in to see this"
          : isForbidden
            ? "You do not have access"
            : "This could not be loaded"
      }
      description={
        error.status === 401
          ? "This is for people with an account."
          : isForbidden
            ? "Ask whoever runs this app for access."
            : error.message
      }
    >
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** The outline of a list while it loads. @param {{ count?: number }} props */
export function LoadingRows({ count = 6 }) {
  return (
    <div className="divide-y rounded-xl border bg-card" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex h-12 items-center gap-4 px-4">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="ml-auto hidden h-3.5 w-24 sm:block" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

/** The outline of the few rows of a card while they load. @param {{ count?: number, className?: string }} props */
export function LoadingLines({ count = 6, className }) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex h-10 items-center justify-between gap-6">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
