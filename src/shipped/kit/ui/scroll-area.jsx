import { cn } from "@/lib/utils";

function ScrollArea({ className, children, ...props }) {
  return (
    <div className={cn("relative overflow-auto", className)} tabIndex={0} {...props}>
      {children}
    </div>
  );
}

export { ScrollArea };
