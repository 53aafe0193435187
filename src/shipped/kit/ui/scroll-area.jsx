import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<"div">} props */
function ScrollArea({ className, children, ...props }) {
  return (
    <div className={cn("relative overflow-auto", className)} tabIndex={0} {...props}>
      {children}
    </div>
  );
}

export { ScrollArea };
